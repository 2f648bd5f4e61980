package dev.leat.http.subscription;

import dev.leat.http.exchange.Json;
import java.util.List;

/** The keys whose signatures are good: the newest signs, the others are there for what they signed before. */
final class SigningKeys {
    private final List<SigningKey> newestFirst;

    SigningKeys(List<SigningKey> newestFirst) {
        this.newestFirst = List.copyOf(newestFirst);
    }

    SigningKey newest() {
        return newestFirst.getFirst();
    }

    /** The public halves, as RFC 7517 has it. */
    Json jwks() {
        return json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("keys");
            for (SigningKey key : newestFirst) {
                json.writeStartObject();
                json.writeStringField("kty", "OKP");
                json.writeStringField("crv", "Ed25519");
                json.writeStringField("kid", key.id());
                json.writeStringField("use", "sig");
                json.writeStringField("alg", "EdDSA");
                json.writeStringField("x", key.x());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        };
    }
}
