package dev.leat.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** What stands at the address that the server prints when it starts. */
class RootTest {

    @Test
    void theRootNamesRoutesThatAreThere() throws Exception {
        try (RunningServer server = RunningServer.inMemory()) {
            RawResponse root =
                    server.ask(RawRequest.get("/").with("Accept", "text/html").with("Sec-Fetch-Dest", "document"));

            assertThat(root.status()).isEqualTo(200);
            assertThat(root.header("Content-Type")).isEqualTo("application/json");
            JsonObject places = new JsonObject(root.text());
            assertThat(places.getString("server")).isEqualTo("Leat");
            for (String name : places.fieldNames()) {
                String place = places.getString(name);
                if (place.startsWith("/") && !place.contains("{") && !place.equals("/metrics")) {
                    assertThat(server.ask(RawRequest.get(place)).status())
                            .as(place)
                            .isEqualTo(200);
                }
            }
            assertThat(places.fieldNames()).contains("streams", "queues", "health", "description", "documentation");
        }
    }

    @Test
    void theRootCanOnlyBeRead() throws Exception {
        try (RunningServer server = RunningServer.inMemory()) {
            assertThat(server.ask(RawRequest.of("HEAD", "/")).status()).isEqualTo(200);
            assertThat(server.ask(RawRequest.of("POST", "/")).status()).isEqualTo(405);
        }
    }
}
