package dev.leat.http.subscription;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;

/** Checks signatures as a receiver would who knows nothing but the JWKS. */
final class Signatures {

    /** What comes before an Ed25519 key where X.509 wants one. */
    private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private Signatures() {}

    static boolean verify(Receiver.Request request, JsonObject jwks) {
        String[] parts = request.headers().getOrDefault("Webhook-Signature", "").split(",", 3);
        String seconds = parts[0].substring("t=".length());
        String kid = parts[1].substring("kid=".length());
        byte[] signature = Base64.getUrlDecoder().decode(parts[2].substring("ed25519=".length()));
        try {
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(key(jwks, kid));
            verifier.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
            verifier.update(request.raw());
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static PublicKey key(JsonObject jwks, String kid) throws GeneralSecurityException {
        JsonArray keys = jwks.getJsonArray("keys");
        for (int i = 0; i < keys.size(); i++) {
            if (keys.getJsonObject(i).getString("kid").equals(kid)) {
                ByteArrayOutputStream encoded = new ByteArrayOutputStream();
                encoded.writeBytes(PREFIX);
                encoded.writeBytes(
                        Base64.getUrlDecoder().decode(keys.getJsonObject(i).getString("x")));
                return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded.toByteArray()));
            }
        }
        throw new AssertionError("no key " + kid);
    }
}
