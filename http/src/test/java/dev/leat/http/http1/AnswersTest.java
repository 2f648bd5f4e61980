package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.Wire;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers have the form that their status and method want, and hold no line that a client made up. */
@ParameterizedClass
@EnumSource(Wire.class)
final class AnswersTest {
    private static WireServer server;

    @Parameter
    Wire wire;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        server = WireServer.start(wire);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    private static void assertUsable(RawConnection connection) throws Exception {
        assertThat(connection.ask(RawRequest.get("/health/live")).text()).contains("status");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health/live", "/openapi.yaml", "/nowhere"})
    void aHeadHasTheHeadersOfAGetAndNoBody(String target) throws Exception {
        try (RawConnection connection = server.connect()) {
            RawResponse head = connection.ask(RawRequest.of("HEAD", target).with("X-Request-Id", "same"));
            RawResponse get = connection.ask(RawRequest.get(target).with("X-Request-Id", "same"));

            assertThat(get.body()).isNotEmpty();
            assertThat(head.status()).isEqualTo(get.status());
            assertThat(head.headers()).isSubsetOf(get.headers());
            assertThat(get.headers()) // how long the body would be need not be said
                    .filteredOn(header -> !header.name().equalsIgnoreCase("Content-Length"))
                    .isSubsetOf(head.headers());
        }
    }

    @Test
    void theHeadOfAStreamHasNoBody() throws Exception {
        String stream = server.stream();
        server.ask(RawRequest.post(stream, "text/plain", "hello"));
        try (RawConnection connection = server.connect()) {
            connection.send("HEAD " + stream + " HTTP/1.1\r\nHost: leat.localhost\r\n\r\n" + WireServer.get(stream));
            RawResponse head = connection.answer(true);
            RawResponse get = connection.answer();

            assertThat(head.status()).isEqualTo(200);
            assertThat(head.need("Content-Type")).isEqualTo("text/plain");
            assertThat(head.offset()).isEqualTo(get.offset());
            assertThat(get.text()).isEqualTo("hello");
        }
    }

    @Test
    void a204HasNoBodyAndNoFraming() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            RawResponse answer = connection.ask(RawRequest.post(stream, "text/plain", "hello"));

            assertThat(answer.status()).isEqualTo(204);
            assertThat(answer.header("Transfer-Encoding")).isNull();
            assertThat(answer.header("Content-Length")).isNull();
            assertUsable(connection);
        }
    }

    @Test
    void a304HasNoBodyAndNoChunks() throws Exception {
        String stream = server.stream();
        server.ask(RawRequest.post(stream, "text/plain", "hello"));
        try (RawConnection connection = server.connect()) {
            String tag = connection.ask(RawRequest.get(stream)).need("ETag");
            RawResponse answer = connection.ask(RawRequest.get(stream).with("If-None-Match", tag));

            assertThat(answer.status()).isEqualTo(304);
            assertThat(answer.need("ETag")).isEqualTo(tag);
            assertThat(answer.header("Transfer-Encoding")).isNull();
            assertThat(answer.header("Content-Length")).isNotEqualTo("0"); // the body of a 200 is longer
            assertUsable(connection);
        }
    }

    @Test
    void anEmptyAnswerSaysThatItIsEmpty() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            RawResponse empty = connection.ask(RawRequest.get(stream));
            RawResponse created = connection.ask(RawRequest.put(stream + "-new", "text/plain"));

            assertThat(empty.need("Content-Length")).isEqualTo("0");
            assertThat(created.status()).isEqualTo(201);
            assertThat(created.need("Content-Length")).isEqualTo("0");
            assertUsable(connection);
        }
    }

    @Test
    void eachHeaderIsThereOnce() throws Exception {
        String stream = server.stream();
        server.ask(RawRequest.post(stream, "text/plain", "hello"));
        try (RawConnection connection = server.connect()) {
            for (String target : new String[] {stream, "/nowhere", "/health/live"}) {
                RawResponse answer = connection.ask(RawRequest.get(target));

                assertThat(answer.headers())
                        .extracting(header -> header.name().toLowerCase(Locale.ROOT))
                        .filteredOn(name -> !name.equals("vary"))
                        .doesNotHaveDuplicates();
            }
        }
    }

    /** Two characters whose low bytes are CR and LF, as they go over the wire. */
    private static String lookalike() {
        return new String("\u560d\u560aX-Evil: 1".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    @Test
    void aRequestIdMakesNoLines() throws Exception {
        for (String id :
                new String[] {"a" + lookalike(), "a%0d%0aX-Evil: 1", "a\tX-Evil: 1", "a\u008d\u008aX-Evil: 1"}) {
            try (RawConnection connection = server.connect()) {
                RawResponse answer = connection.ask(RawRequest.get("/nowhere").with("X-Request-Id", id));

                assertThat(answer.header("X-Evil")).isNull();
                assertThat(answer.need("X-Request-Id")).doesNotContain("X-Evil").matches("[!-~]+");
                assertUsable(connection);
            }
        }
    }

    @Test
    void aPathMakesNoLines() throws Exception {
        for (String name :
                new String[] {"a%0d%0aX-Evil:%201", "a%E5%98%8D%E5%98%8AX-Evil:1", "a%0aX-Evil:1", "a%00b"}) {
            try (RawConnection connection = server.connect()) {
                RawResponse answer = connection.ask(RawRequest.put("/v1/stream/" + name, "text/plain"));

                assertThat(answer.header("X-Evil")).isNull();
                assertThat(answer.status()).isIn(201, 400);
                if (answer.status() == 201) {
                    assertThat(answer.need("Location"))
                            .isEqualTo(wire.scheme() + "://leat.localhost/v1/stream/" + name);
                }
                assertUsable(connection);
            }
        }
    }

    @Test
    void bytesOfAPathThatAreNotEscapedMakeNoLines() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send("PUT /v1/stream/a" + lookalike().replace(" ", "") + " HTTP/1.1\r\nHost: leat.localhost\r\n"
                    + "Content-Type: text/plain\r\n\r\n");
            RawResponse answer = connection.answer();

            assertThat(answer.header("X-Evil")).isNull();
            assertThat(answer.status()).isIn(201, 400);
        }
    }

    @Test
    void aHostMakesNoLines() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send("PUT /v1/stream/host HTTP/1.1\r\nHost: h" + lookalike() + "\r\n"
                    + "Content-Type: text/plain\r\n\r\n");
            RawResponse answer = connection.answer();

            assertThat(answer.header("X-Evil")).isNull();
            assertThat(answer.status()).isEqualTo(400);
        }
    }

    @Test
    void aTypeMakesNoLines() throws Exception {
        try (RawConnection connection = server.connect()) {
            RawResponse created = connection.ask(RawRequest.put("/v1/stream/type", "text/plain;a=" + lookalike()));

            assertThat(created.header("X-Evil")).isNull();
            assertThat(created.status()).isIn(201, 400);
            RawResponse read = connection.ask(RawRequest.get("/v1/stream/type"));
            assertThat(read.header("X-Evil")).isNull();
            assertThat(read.status()).isIn(200, 404);
        }
    }
}
