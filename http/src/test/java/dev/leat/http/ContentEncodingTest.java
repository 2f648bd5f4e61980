package dev.leat.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A body is stored as it comes, so one that is encoded is refused. */
class ContentEncodingTest {
    private static final List<Supplier<RawRequest>> REQUESTS = List.of(
            () -> RawRequest.post("/v1/stream/s", "text/plain", "abc"),
            () -> RawRequest.put("/v1/stream/s2", "text/plain").body("abc"),
            () -> RawRequest.post("/v1/queues/q/messages", "text/plain", "abc"),
            () -> RawRequest.post(
                    "/v1/queues/q/messages:batch", "application/json", "{\"messages\":[{\"payload\":1}]}"),
            () -> RawRequest.post("/v1/queues/q/receive", "application/json", "{\"consumer\":\"c\"}"),
            () -> RawRequest.put("/v1/queues/q2", "application/json").body("{}"),
            () -> RawRequest.post("/v1/tx", "application/json", "{\"ops\":[]}"),
            () -> RawRequest.put("/v1/stream/__ds/subscriptions/x", "application/json")
                    .body("{}"));

    private static RunningServer server;

    @BeforeAll
    static void start() throws Exception {
        server = RunningServer.inMemory();
        assertThat(server.ask(RawRequest.put("/v1/stream/s", "text/plain")).status())
                .isEqualTo(201);
        assertThat(server.ask(RawRequest.put("/v1/queues/q", "application/json").body("{}"))
                        .status())
                .isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "zstd", "deflate", "GZIP", "identity, gzip", "gzip, identity", "x"})
    void anEncodedBodyIsRefusedAndLeavesNothing(String coding) throws Exception {
        for (Supplier<RawRequest> request : REQUESTS) {
            RawResponse answer = server.ask(request.get().with("Content-Encoding", coding));

            assertThat(answer.status()).as(answer.toString()).isEqualTo(415);
            assertThat(answer.text()).containsIgnoringCase("content").contains(coding);
            assertThat(answer.header("Accept-Encoding")).isEqualTo("identity");
        }
        assertThat(server.ask(RawRequest.get("/v1/stream/s")).text()).isEmpty();
        assertThat(server.ask(RawRequest.get("/v1/stream/s2")).status()).isEqualTo(404);
        assertThat(server.ask(RawRequest.get("/v1/queues/q")).text()).contains("\"ready\":0");
    }

    @Test
    void twoLinesAreOneList() throws Exception {
        RawRequest append = RawRequest.post("/v1/stream/s", "text/plain", "abc")
                .with("Content-Encoding", "identity")
                .with("Content-Encoding", "gzip");

        assertThat(server.ask(append).status()).isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "Identity", "", "identity, identity"})
    void aBodyThatIsNotEncodedMaySaySo(String coding) throws Exception {
        RawRequest create = RawRequest.put("/v1/stream/identity", "text/plain").body("abc");

        assertThat(server.ask(create.with("Content-Encoding", coding)).status()).isBetween(200, 201);
        assertThat(server.ask(RawRequest.get("/v1/stream/identity")).text()).isEqualTo("abc");
    }
}
