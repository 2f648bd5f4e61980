package dev.leat.http.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.ECKey;
import com.sun.net.httpserver.HttpServer;
import dev.leat.testkit.VirtualClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys fetched from a server. */
class JwksUrlTest {
    private final VirtualClock clock = VirtualClock.create();
    private final AtomicInteger fetches = new AtomicInteger();
    private volatile int status = 200;
    private volatile byte[] body = new byte[0];
    private HttpServer server;
    private JwksUrl url;
    private TokenVerifier tokens;
    private ECKey first;
    private ECKey second;

    @BeforeEach
    void start() throws Exception {
        first = Issuer.ec("1");
        second = Issuer.ec("2");
        publish(first);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/jwks", exchange -> {
            fetches.incrementAndGet();
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        url = new JwksUrl(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/jwks"), clock);
        tokens = new TokenVerifier(url, new TokenRules(null, null), clock);
    }

    @AfterEach
    void stop() {
        url.close();
        server.stop(0);
    }

    @Test
    void aTokenWaitsForTheFirstKeys() throws Exception {
        assertThat(await(authenticate(first)).name()).isEqualTo("jwt:alice");
        assertThat(authenticate(first).isDone()).isTrue();
        assertThat(fetches).hasValue(1);
    }

    @Test
    void aRotatedKeyIsFetchedWhenATokenNamesIt() throws Exception {
        await(authenticate(first));
        publish(first, second);
        clock.advance(JwksUrl.PAUSE);

        assertThat(await(authenticate(second)).name()).isEqualTo("jwt:alice");
        assertThat(fetches).hasValue(2);
    }

    @Test
    void unknownKeysDoNotMakeUsFetchAllTheTime() throws Exception {
        await(authenticate(first));
        clock.advance(JwksUrl.PAUSE);
        assertThat(failure(authenticate(second))).hasMessage("the token is not signed by a known key");
        assertThat(fetches).hasValue(2);

        for (int i = 0; i < 100; i++) {
            CompletableFuture<Caller> answer = authenticate(second);
            assertThat(answer.isDone()).isTrue();
            assertThat(answer.exceptionNow()).isInstanceOf(AccessDenied.class);
        }

        assertThat(fetches).hasValue(2);
        assertThat(authenticate(first).state() == Future.State.SUCCESS).isTrue();
    }

    @Test
    void aServerThatCannotBeReachedMeansThatTokensAreRefusedUntilItCan() throws Exception {
        status = 503;
        body = new byte[0];
        assertThat(failure(authenticate(first))).hasMessage("tokens cannot be checked at the moment");
        assertThat(authenticate(first).isDone()).isTrue();

        status = 200;
        publish(first);
        clock.advance(JwksUrl.PAUSE);

        assertThat(await(authenticate(first)).name()).isEqualTo("jwt:alice");
    }

    @Test
    void aPortWhereNobodyListensIsNoReasonToFail() throws Exception {
        server.stop(0);

        assertThat(failure(authenticate(first))).hasMessage("tokens cannot be checked at the moment");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "no", "{\"keys\":[]}"})
    void anAnswerThatIsNoKeySetKeepsTheKeys(String answer) throws Exception {
        await(authenticate(first));
        body = answer.getBytes(UTF_8);
        clock.advance(JwksUrl.FRESH);

        url.tick();
        refreshed();

        assertThat(fetches).hasValue(2);
        assertThat(authenticate(first).state() == Future.State.SUCCESS).isTrue();
    }

    @Test
    void anAnswerThatIsTooLongIsRefused() throws Exception {
        body = ("{\"keys\":[]" + " ".repeat(2 << 20) + "}").getBytes(UTF_8);

        assertThat(failure(authenticate(first))).hasMessage("tokens cannot be checked at the moment");
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        status = 302;

        assertThat(failure(authenticate(first))).hasMessage("tokens cannot be checked at the moment");
        assertThat(fetches).hasValue(1);
    }

    @Test
    void keysAreFetchedAgainWhenTheyAreOldAndTheSameKeysChangeNothing() throws Exception {
        await(authenticate(first));
        TokenKeys before = url.current();

        url.tick();
        assertThat(fetches).hasValue(1);
        clock.advance(JwksUrl.FRESH);
        url.tick();
        refreshed();

        assertThat(fetches).hasValue(2);
        assertThat(url.current()).isSameAs(before);
    }

    @Test
    void keysThatCouldNotBeFetchedForADayAreNotTrusted() throws Exception {
        await(authenticate(first));
        status = 500;

        clock.advance(Duration.ofHours(24).minusSeconds(1));
        assertThat(url.current()).isNotNull();
        clock.advance(Duration.ofSeconds(1));

        assertThat(url.current()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://issuer.example.org/jwks",
                "http://127.0.0.1.example.org/jwks",
                "ftp://localhost/jwks",
                "https:///jwks",
                "jwks",
                "file:///etc/jwks",
                "https://user:pw@issuer.example.org/jwks",
                "http://10.0.0.1/"
            })
    void anUrlThatCannotBeTrustedIsRefused(String text) {
        AccessSettings none = AccessSettings.none();

        assertThatThrownBy(() -> none.withJwks(URI.create(text))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://issuer.example.org/jwks", "http://localhost:1/", "http://127.0.0.1/", "http://[::1]/"})
    void anUrlThatCanBeTrustedIsTaken(String text) {
        assertThat(AccessSettings.none().withJwks(URI.create(text)).isOpen()).isFalse();
    }

    private void publish(ECKey... keys) {
        body = Issuer.jwks(keys).getBytes(UTF_8);
    }

    private CompletableFuture<Caller> authenticate(ECKey key) {
        try {
            String token = Issuer.sign(
                    key,
                    JWSAlgorithm.ES256,
                    Issuer.claims(clock.instant().plus(Duration.ofDays(2))).build());
            return tokens.authenticate(token, 0, TokenHash.of(token, 0));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for the fetch that is under way, if it still is. */
    private void refreshed() throws Exception {
        var underWay = url.refresh();
        if (underWay != null) {
            underWay.toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
    }

    private static Caller await(CompletableFuture<Caller> answer) throws Exception {
        return answer.get(30, TimeUnit.SECONDS);
    }

    private static Throwable failure(CompletableFuture<Caller> answer) {
        assertThatThrownBy(() -> await(answer)).hasCauseInstanceOf(AccessDenied.class);
        return answer.exceptionNow();
    }
}
