package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request line may ask for besides a path, and what may be before it. */
@ParameterizedClass
@EnumSource(Wire.class)
final class RequestTargetTest {
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

    @Test
    void aWholeUrlIsAsGoodAsItsPath() throws Exception {
        String stream = server.stream();
        String url = "http://leat.localhost" + stream;
        try (RawConnection connection = server.connect()) {
            assertThat(connection
                            .ask(RawRequest.post(url, "text/plain", "hello"))
                            .status())
                    .isEqualTo(204);
            assertThat(connection.ask(RawRequest.get(url)).text()).isEqualTo("hello");
            assertThat(connection.ask(RawRequest.get(url + "?offset=now")).text())
                    .isEmpty();
            RawResponse created = connection.ask(RawRequest.put(url + "-new", "text/plain"));
            assertThat(created.status()).isEqualTo(201);
            assertThat(created.need("Location")).isEqualTo(wire.scheme() + url.substring(url.indexOf(':')) + "-new");
        }
        assertThat(server.content(stream + "-new")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://leat.localhost:4437", "HTTP://leat.localhost", "http://[::1]:80", "http://127.0.0.1"})
    void theBeginningOfAUrlIsOfManyForms(String start) throws Exception {
        String stream = server.stream();
        server.ask(RawRequest.post(stream, "text/plain", "hello"));
        try (RawConnection connection = server.connect()) {
            assertThat(connection.ask(RawRequest.get(start + stream)).text()).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://leat.localhost", "http://leat.localhost/", "http://leat.localhost?x=y", "/"})
    void aUrlWithoutAPathIsTheRoot(String target) throws Exception {
        try (RawConnection connection = server.connect()) {
            assertThat(connection.ask(RawRequest.get(target)).text()).contains("\"server\": \"Leat\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://", "http:///", "*", "x"})
    void aTargetThatIsNoUrlIsAnswered(String target) throws Exception {
        try (RawConnection connection = server.connect()) {
            RawResponse answer = connection.ask(RawRequest.get(target));

            assertThat(answer.status()).as(answer.toString()).isIn(400, 404);
            assertThat(answer.isProblem()).isTrue();
        }
    }

    @Test
    void optionsOfEverythingIsAnswered() throws Exception {
        try (RawConnection connection = server.connect()) {
            RawResponse answer = connection.ask(RawRequest.of("OPTIONS", "*"));

            assertThat(answer.status()).isBetween(200, 404);
            assertUsable(connection);
        }
    }

    @Test
    void aTunnelIsNotOpened() throws Exception {
        RawResponse answer = server.ask(RawRequest.of("CONNECT", "leat.localhost:80"));

        assertThat(answer.status()).isBetween(400, 501);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\r\n\r\n"})
    void emptyLinesBeforeARequestAreSkipped(String lines) throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send(lines + WireServer.append(stream, "one") + lines + WireServer.append(stream, "two"));

            assertThat(connection.answer().status()).isEqualTo(204);
            assertThat(connection.answer().status()).isEqualTo(204);
            server.sendInPieces(connection, lines, WireServer.get(stream));
            assertThat(connection.answer().text()).isEqualTo("onetwo");
            server.sendByteByByte(connection, lines);
            assertUsable(connection);
        }
    }

    @Test
    void aQueryMayHoldAllThatUrlsMay() throws Exception {
        String query = "a=b&c=%20d;e/f?g:h@i!$'()*+,-._~";

        assertThat(server.ask(RawRequest.get("/health/live?" + query)).status()).isEqualTo(200);
    }

    @Test
    void aFragmentIsDroppedOrRefused() throws Exception {
        String stream = server.stream();

        RawResponse answer = server.ask(RawRequest.post(stream + "#x", "text/plain", "hello"));

        if (answer.status() == 204) {
            assertThat(server.content(stream)).isEqualTo("hello");
        } else {
            assertThat(answer.status()).isIn(400, 404);
            server.assertUntouched(stream);
        }
    }

    @Test
    void methodsAreOfOneCase() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            RawResponse answer = connection.ask(RawRequest.of("post", stream)
                    .with("Content-Type", "text/plain")
                    .body("hello"));

            assertThat(answer.status()).isEqualTo(405);
            assertUsable(connection);
        }
        server.assertUntouched(stream);
    }

    @Test
    void namesOfHeadersAreOfAnyCase() throws Exception {
        String stream = server.stream();
        try (RawConnection connection = server.connect()) {
            connection.send("POST " + stream + " HTTP/1.1\r\nhOST:leat.localhost\r\nCONTENT-TYPE:\t text/plain \t\r\n"
                    + "content-LENGTH:5\r\n\r\nhello");

            assertThat(connection.answer().status()).isEqualTo(204);
            assertUsable(connection);
        }
        assertThat(server.content(stream)).isEqualTo("hello");
    }
}
