package dev.leat.http.subscription;

import static dev.leat.http.subscription.World.eventually;
import static dev.leat.http.subscription.World.settling;
import static dev.leat.http.subscription.World.webhook;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {

    @Test
    void whatIsToBeCalledAgainAndTheKeysOutliveTheServer(@TempDir Path directory) {
        try (Receiver receiver = new Receiver(Receiver.BROKEN)) {
            JsonObject first;
            JsonObject jwks;
            try (World world = World.at(directory)) {
                world.put("s", webhook("events/*", receiver.url()));
                jwks = world.send("GET", "__ds/jwks.json", null).json();
                world.create("events/a");
                first = receiver.next().body();
                eventually(() -> world.get("s").json().getString("status").equals("failed"));
            }
            receiver.requests.clear();
            receiver.answerWith(Receiver.ACCEPTED);

            try (World world = World.at(directory)) {
                Receiver.Request request = receiver.next();
                JsonObject again = request.body();

                assertThat(world.send("GET", "__ds/jwks.json", null).json()).isEqualTo(jwks);
                assertThat(Signatures.verify(request, jwks)).isTrue();
                assertThat(again.getString("wake_id")).isEqualTo(first.getString("wake_id"));
                assertThat(again.getString("callback_url")).isEqualTo(first.getString("callback_url"));
                String firstToken = "Bearer " + first.getString("callback_token");
                assertThat(world.post("s", "callback", settling(first).put("done", true), "Authorization", firstToken)
                                .status())
                        .isEqualTo(200);
                assertThat(world.post("s", "callback", settling(again), "Authorization", request.bearer())
                                .code())
                        .isEqualTo("FENCED");
            }
        }
    }
}
