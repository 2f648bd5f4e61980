package dev.leat.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.ServerSettings;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import org.junit.jupiter.api.Test;

/** Rate limits as a client meets them. */
class LimitedServerTest {
    private static final RateSettings.Rate THREE = new RateSettings.Rate(0.001, 3);

    private static RunningServer limited(RateSettings rates) {
        return RunningServer.inMemory(ServerSettings.defaults().with(rates));
    }

    @Test
    void whoAsksTooOftenIsToldWhenToComeBack() throws Exception {
        try (RunningServer server = limited(new RateSettings(THREE, null))) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.ask(RawRequest.get("/v1/stream/s" + i)).status())
                        .isEqualTo(404);
            }

            RawResponse refused = server.ask(RawRequest.get("/v1/stream/other"));

            assertThat(refused.status()).isEqualTo(429);
            assertThat(Integer.parseInt(String.valueOf(refused.header("Retry-After"))))
                    .isPositive();
            assertThat(refused.text()).contains("urn:leat:problem:");
        }
    }

    /** They need no credentials, and are counted all the same. */
    @Test
    void keysAndCallbacksOfSubscriptionsAreCountedToo() throws Exception {
        try (RunningServer server = limited(new RateSettings(THREE, null))) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.ask(RawRequest.get("/v1/stream/__ds/jwks.json"))
                                .status())
                        .isEqualTo(200);
            }

            assertThat(server.ask(RawRequest.get("/v1/stream/__ds/jwks.json")).status())
                    .isEqualTo(429);
            assertThat(server.ask(RawRequest.of("POST", "/v1/stream/__ds/subscriptions/s/ack"))
                            .status())
                    .isEqualTo(429);
        }
    }

    @Test
    void aBusyStreamDoesNotCostTheOthers() throws Exception {
        try (RunningServer server = limited(new RateSettings(null, THREE))) {
            for (int i = 0; i < 3; i++) {
                server.ask(RawRequest.get("/v1/stream/busy"));
            }

            assertThat(server.ask(RawRequest.get("/v1/stream/busy")).status()).isEqualTo(429);
            assertThat(server.ask(RawRequest.get("/v1/stream/quiet")).status()).isEqualTo(404);
        }
    }

    @Test
    void aBusyQueueCostsNeitherOtherQueuesNorTheStreamOfItsName() throws Exception {
        try (RunningServer server = limited(new RateSettings(null, THREE))) {
            for (int i = 0; i < 3; i++) {
                server.ask(RawRequest.get("/v1/queues/busy"));
            }

            assertThat(server.ask(RawRequest.of("POST", "/v1/queues/busy/receive"))
                            .status())
                    .isEqualTo(429);
            assertThat(server.ask(RawRequest.get("/v1/queues/quiet")).status()).isEqualTo(404);
            assertThat(server.ask(RawRequest.get("/v1/stream/busy")).status()).isEqualTo(404);
        }
    }
}
