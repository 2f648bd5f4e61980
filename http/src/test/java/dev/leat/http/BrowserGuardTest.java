package dev.leat.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.access.Access;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.http.tls.TlsSettings;
import dev.leat.testkit.TestIdentity;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a page in a browser cannot have its visitor do. */
class BrowserGuardTest {
    private static final String STREAM = "/v1/stream/page";
    private static final String POLICY = "sandbox; default-src 'none'";

    /** For tests that do not mind what others did. */
    private static RunningServer shared;

    @BeforeAll
    static void start() throws Exception {
        shared = server();
    }

    @AfterAll
    static void stop() {
        shared.close();
    }

    private static RunningServer server(@Nullable String publicUrl, @Nullable List<String> origins) {
        return RunningServer.inMemory(RunningServer.settings("127.0.0.1", publicUrl, origins, List.of()));
    }

    private static RunningServer server() throws Exception {
        RunningServer server = server(null, null);
        RawRequest create = RawRequest.put(STREAM, "text/html").body("<script>alert(1)</script>");
        assertThat(server.ask(create).status()).isEqualTo(201);
        return server;
    }

    private static void assertSandboxed(RawResponse answer) {
        assertThat(answer.header("Content-Security-Policy"))
                .as(answer.toString())
                .isEqualTo(POLICY);
        assertThat(answer.header("X-Content-Type-Options"))
                .as(answer.toString())
                .isEqualTo("nosniff");
    }

    @Test
    void noAnswerIsAPageOfTheServersOrigin() throws Exception {
        try (RunningServer server = server()) {
            String tag = server.ask(RawRequest.get(STREAM)).header("ETag");
            List<RawRequest> requests = List.of(
                    RawRequest.get(STREAM),
                    RawRequest.get(STREAM + "?offset=now"),
                    RawRequest.get(STREAM).with("Accept-Encoding", "gzip"),
                    RawRequest.get(STREAM).with("If-None-Match", String.valueOf(tag)),
                    RawRequest.of("HEAD", STREAM),
                    RawRequest.of("OPTIONS", STREAM),
                    RawRequest.post(STREAM, "text/html", "<p>"),
                    RawRequest.post(STREAM, "text/plain", "no"),
                    RawRequest.get("/v1/stream/missing"),
                    RawRequest.get(STREAM + "?offset=x"),
                    RawRequest.of("PATCH", STREAM),
                    RawRequest.get("/v1/streams"),
                    RawRequest.get("/v1/queues"),
                    RawRequest.get("/v1/nothing"),
                    RawRequest.get("/v1/stream/__ds/jwks.json"),
                    RawRequest.get("/"),
                    RawRequest.get("/openapi.yaml"),
                    RawRequest.get(STREAM).with("Sec-Fetch-Dest", "script"),
                    RawRequest.get(STREAM + "?x=" + "y".repeat(20_000)));
            for (RawRequest request : requests) {
                assertSandboxed(server.ask(request));
            }
            try (RawConnection connection = server.connect()) {
                connection.send("GET " + STREAM + "?offset=-1&live=sse HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertSandboxed(connection.head());
            }
            try (RawConnection connection = server.connect()) {
                connection.send("this is not HTTP\r\n\r\n");
                assertSandboxed(connection.answer());
            }
        }
    }

    private interface Asking {
        HttpClientResponse ask(HttpMethod method, String host, String target, MultiMap headers) throws Exception;
    }

    private interface Check {
        void run(Asking asking) throws Exception;
    }

    private static void byVertx(int port, boolean tls, HttpVersion version, Check check) throws Exception {
        Vertx vertx = Vertx.vertx();
        HttpClientAgent client = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(version)
                .setHttp2ClearTextUpgrade(false)
                .setSsl(tls)
                .setUseAlpn(tls)
                .setVerifyHost(false)
                .setTrustAll(true));
        try {
            check.run((method, host, target, headers) -> {
                HttpClientRequest request = await(client.request(new RequestOptions()
                        .setServer(SocketAddress.inetSocketAddress(port, "127.0.0.1"))
                        .setMethod(method)
                        .setHost(host)
                        .setPort(port)
                        .setURI(target)));
                request.headers().addAll(headers);
                HttpClientResponse response = await(request.send());
                assertThat(response.version()).isEqualTo(version);
                return response;
            });
        } finally {
            await(client.close());
            await(vertx.close());
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static MultiMap headers(String... pairs) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap();
        for (int i = 0; i < pairs.length; i += 2) {
            headers.add(pairs[i], pairs[i + 1]);
        }
        return headers;
    }

    private static void assertGuarded(Asking asking, String scheme) throws Exception {
        HttpClientResponse created =
                asking.ask(HttpMethod.PUT, "localhost", STREAM, headers("Content-Type", "text/html"));
        HttpClientResponse read = asking.ask(HttpMethod.GET, "localhost", STREAM, headers());
        HttpClientResponse known =
                asking.ask(HttpMethod.GET, "localhost", STREAM, headers("If-None-Match", read.getHeader("ETag")));
        HttpClientResponse script =
                asking.ask(HttpMethod.GET, "localhost", STREAM, headers("Sec-Fetch-Dest", "script"));
        HttpClientResponse foreign =
                asking.ask(HttpMethod.DELETE, "localhost", STREAM, headers("Origin", "https://evil.example"));
        HttpClientResponse rebound = asking.ask(HttpMethod.GET, "evil.example", STREAM, headers());
        HttpClientResponse own =
                asking.ask(HttpMethod.DELETE, "localhost", STREAM, headers("Origin", scheme + "://localhost:PORT"));

        assertThat(List.of(created, read, known, script, foreign, rebound, own))
                .extracting(HttpClientResponse::statusCode)
                .containsExactly(201, 200, 304, 403, 403, 421, 204);
        assertThat(List.of(created, read, known, script, foreign, rebound)).allSatisfy(answer -> {
            assertThat(answer.getHeader("Content-Security-Policy")).isEqualTo(POLICY);
            assertThat(answer.getHeader("X-Content-Type-Options")).isEqualTo("nosniff");
        });
    }

    private static Asking own(Asking asking, int port) {
        return (method, host, target, headers) -> {
            String origin = headers.get("Origin");
            if (origin != null) {
                headers.set("Origin", origin.replace("PORT", Integer.toString(port)));
            }
            return asking.ask(method, host, target, headers);
        };
    }

    @Test
    void theSameHoldsOverHttp2() throws Exception {
        try (RunningServer server = server(null, List.of())) {
            byVertx(
                    server.port(),
                    false,
                    HttpVersion.HTTP_2,
                    asking -> assertGuarded(own(asking, server.port()), "http"));
        }
    }

    @Test
    void theSameHoldsOverTls(@TempDir Path temp) throws Exception {
        TestIdentity identity = TestIdentity.make(temp, "server", "EC");
        Path certificate = Files.writeString(temp.resolve("chain.pem"), identity.certificatePem());
        Path key = Files.writeString(temp.resolve("key.pem"), identity.keyPem());
        TlsSettings tls = new TlsSettings(certificate, key, null, null, Duration.ofMinutes(1));
        try (RunningServer server = RunningServer.inMemory(
                RunningServer.settings("127.0.0.1", null, List.of(), List.of()).with(tls))) {
            for (HttpVersion version : List.of(HttpVersion.HTTP_1_1, HttpVersion.HTTP_2)) {
                byVertx(server.port(), true, version, asking -> {
                    assertGuarded(own(asking, server.port()), "https");
                    assertThat(own(asking, server.port())
                                    .ask(
                                            HttpMethod.DELETE,
                                            "localhost",
                                            STREAM,
                                            headers("Origin", "http://localhost:PORT"))
                                    .statusCode())
                            .as("a page of the same place without TLS")
                            .isEqualTo(403);
                });
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "script",
                "style",
                "worker",
                "sharedworker",
                "serviceworker",
                "iframe",
                "frame",
                "embed",
                "object",
                "audioworklet",
                "paintworklet",
                "xslt",
                "manifest",
                "font",
                "report",
                "something-new"
            })
    void whatIsStoredIsNeverServedAs(String destination) throws Exception {
        RawResponse answer = shared.ask(RawRequest.get(STREAM).with("Sec-Fetch-Dest", destination));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text()).contains("destination-refused").doesNotContain("alert");
    }

    @ParameterizedTest
    @ValueSource(strings = {"empty", "document", "image", "audio", "video"})
    void aPageMayFetchAndAPersonMayLook(String destination) throws Exception {
        RawResponse answer = shared.ask(RawRequest.get(STREAM).with("Sec-Fetch-Dest", destination));

        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void aForeignPageChangesNothing() throws Exception {
        List<String> origins = List.of(
                "https://evil.example",
                "http://evil.example",
                "null",
                "",
                "nonsense",
                "http://localhost.evil.example",
                "http://evil.example:4437",
                "http://leat.localhost@evil.example",
                "file://",
                "chrome-extension://abcdef");
        try (RunningServer server = server()) {
            server.ask(RawRequest.put("/v1/queues/q", "application/json").body("{}"));
            server.ask(RawRequest.post("/v1/queues/q/messages", "text/plain", "kept"));
            List<Supplier<RawRequest>> requests = List.of(
                    () -> RawRequest.post("/v1/queues/q/purge", "text/plain", "{}"),
                    () -> RawRequest.post("/v1/queues/q/messages", "text/plain", "more"),
                    () -> RawRequest.post("/v1/queues/q/receive", "text/plain", "{\"consumer\":\"c\"}"),
                    () -> RawRequest.of("DELETE", "/v1/queues/q"),
                    () -> RawRequest.post(STREAM, "text/html", "more"),
                    () -> RawRequest.of("POST", STREAM).with("Stream-Closed", "true"),
                    () -> RawRequest.of("DELETE", STREAM),
                    () -> RawRequest.put("/v1/stream/new", "text/plain"),
                    () -> RawRequest.put("/v1/backups/b", "text/plain"),
                    () -> RawRequest.of("DELETE", "/v1/stream/__ds/subscriptions/s"));
            for (String origin : origins) {
                for (Supplier<RawRequest> request : requests) {
                    RawResponse answer = server.ask(request.get().with("Origin", origin));

                    assertThat(answer.status()).as(origin + answer).isEqualTo(403);
                    assertThat(answer.text()).contains("origin-refused");
                    assertThat(answer.header("Access-Control-Allow-Origin")).isNull();
                }
            }
            assertThat(server.ask(RawRequest.get(STREAM)).text()).isEqualTo("<script>alert(1)</script>");
            assertThat(server.ask(RawRequest.get("/v1/queues/q")).text()).contains("\"ready\":1");
            assertThat(server.ask(RawRequest.get("/v1/stream/new")).status()).isEqualTo(404);
        }
    }

    @Test
    void aPageOfAnotherSiteThatHidesItsOriginChangesNothing() throws Exception {
        try (RunningServer server = server()) {
            RawRequest delete = RawRequest.of("DELETE", STREAM).with("Sec-Fetch-Site", "cross-site");

            assertThat(server.ask(delete).status()).isEqualTo(403);
            assertThat(server.ask(RawRequest.get(STREAM).with("Sec-Fetch-Site", "cross-site"))
                            .status())
                    .isEqualTo(200);
            assertThat(server.ask(RawRequest.of("DELETE", STREAM).with("Sec-Fetch-Site", "same-origin"))
                            .status())
                    .isEqualTo(204);
        }
    }

    private static int append(RunningServer server, String host, String origin) throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.send("PUT /v1/stream/own HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin
                    + "\r\nContent-Length: 0\r\n\r\n");
            return connection.answer().status();
        }
    }

    @Test
    void aPageOfTheServersOwnOriginMayChangeThings() throws Exception {
        try (RunningServer server = server("https://streams.example.org/leat", List.of())) {
            assertThat(append(server, "localhost:4437", "http://localhost:4437"))
                    .isEqualTo(201);
            assertThat(append(server, "LOCALHOST.:4437", "http://localhost:4437"))
                    .isEqualTo(200);
            assertThat(append(server, "[::1]:4437", "http://[::1]:4437")).isEqualTo(200);
            assertThat(append(server, "127.0.0.1", "http://127.0.0.1")).isEqualTo(200);
            assertThat(append(server, "localhost:4437", "https://localhost:4437"))
                    .as("a proxy speaks TLS")
                    .isEqualTo(200);
            assertThat(append(server, "127.0.0.1:4437", "https://streams.example.org"))
                    .as("a proxy names the server otherwise")
                    .isEqualTo(200);

            assertThat(append(server, "localhost:4437", "http://localhost:4438"))
                    .isEqualTo(403);
            assertThat(append(server, "localhost:4437", "http://127.0.0.1:4437"))
                    .isEqualTo(403);
            assertThat(append(server, "localhost", "http://localhost:4437")).isEqualTo(403);
            assertThat(append(server, "127.0.0.1:4437", "http://streams.example.org"))
                    .isEqualTo(403);
            assertThat(append(server, "127.0.0.1:4437", "https://streams.example.org:444"))
                    .isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:3000",
                "https://localhost:3000",
                "http://127.0.0.1:8080",
                "http://127.0.0.2",
                "http://[::1]:5173",
                "http://app.localhost:5173"
            })
    void pagesOfThisMachineMayUseAnOpenServer(String origin) throws Exception {
        RawResponse appended =
                shared.ask(RawRequest.post(STREAM, "text/html", "x").with("Origin", origin));

        assertThat(appended.status()).isEqualTo(204);
        assertThat(appended.header("Access-Control-Allow-Origin")).isEqualTo(origin);
        assertThat(appended.header("Vary")).isEqualTo("Origin");
        assertThat(shared.ask(RawRequest.get(STREAM).with("Origin", origin)).header("Access-Control-Allow-Origin"))
                .isEqualTo(origin);
    }

    @Test
    void pagesOfConfiguredOriginsMayUseIt() throws Exception {
        try (RunningServer server = server(null, List.of("https://App.example.org:443", "capacitor://localhost"))) {
            assertThat(append(server, "localhost", "https://app.example.org")).isEqualTo(201);
            assertThat(append(server, "localhost", "capacitor://localhost")).isEqualTo(200);
            assertThat(append(server, "localhost:1", "http://localhost:3000")).isEqualTo(403);
        }
        try (RunningServer server = server(null, List.of("*"))) {
            assertThat(append(server, "localhost", "https://evil.example")).isEqualTo(201);
            assertThat(append(server, "localhost", "null")).isEqualTo(200);
        }
    }

    @Test
    void anOpenServerIsNotReachedByAForeignName() throws Exception {
        try (RunningServer server = server();
                RawConnection connection = server.connect()) {
            connection.send("GET " + STREAM + " HTTP/1.1\r\nHost: evil.example:" + server.port() + "\r\n\r\n");
            RawResponse refused = connection.answer();
            connection.send("GET http://evil.example" + STREAM + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            RawResponse absolute = connection.answer();
            connection.send("GET /metrics HTTP/1.0\r\nHost: evil.example\r\nConnection: keep-alive\r\n\r\n");
            RawResponse old = connection.answer();
            connection.send("GET http://localhost" + STREAM + " HTTP/1.1\r\nHost: evil.example\r\n\r\n");
            RawResponse named = connection.answer();

            assertThat(refused.status()).isEqualTo(421);
            assertThat(refused.text()).contains("host-refused", "allowed-hosts").doesNotContain("alert");
            assertThat(absolute.status()).isEqualTo(421);
            assertThat(old.status()).isEqualTo(421);
            assertThat(named.status()).as("the target says whom it is for").isEqualTo(200);
        }
    }

    @Test
    void aServerWithKeysAnswersUnderAnyNameToPagesOfAnyOrigin(@TempDir Path temp) throws Exception {
        String key = ApiKey.generate();
        ApiKey entry = ApiKey.of("all", key, List.of(Scope.parse("*:*")));
        Path file = Files.writeString(temp.resolve("keys.json"), KeyFile.write(List.of(entry)));
        try (Access access = Access.from(AccessSettings.none().withKeyFile(file));
                RunningServer server = RunningServer.inMemory(ServerSettings.defaults(), access);
                RawConnection connection = server.connect()) {
            String authorization = "Authorization: Bearer " + key + "\r\n";
            connection.send("PUT " + STREAM + " HTTP/1.1\r\nHost: evil.example\r\nOrigin: https://evil.example\r\n"
                    + "Content-Type: text/html\r\nContent-Length: 4\r\n" + authorization + "\r\nhtml");
            RawResponse created = connection.answer();
            connection.send("GET " + STREAM + " HTTP/1.1\r\nHost: evil.example\r\n" + authorization + "\r\n");
            RawResponse read = connection.answer();
            connection.send("GET " + STREAM + " HTTP/1.1\r\nHost: localhost\r\n" + authorization + "If-None-Match: "
                    + read.header("ETag") + "\r\n\r\n");
            RawResponse known = connection.answer();
            connection.send("GET " + STREAM + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            RawResponse stranger = connection.answer();

            assertThat(created.status()).isEqualTo(201);
            assertThat(read.header("Access-Control-Allow-Origin")).isEqualTo("*");
            assertThat(read.header("Cache-Control")).startsWith("private");
            assertThat(read.header("Vary")).isEqualTo("Authorization, Accept-Encoding");
            assertThat(known.status()).isEqualTo(304);
            assertThat(known.header("Vary")).isEqualTo("Authorization, Accept-Encoding");
            assertThat(stranger.status()).isEqualTo(401);
            assertThat(stranger.header("Vary")).isEqualTo("Authorization");
        }
    }
}
