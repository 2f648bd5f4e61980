package dev.leat.http.subscription;

import static dev.leat.http.subscription.World.address;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationsTest {
    private static final WebhookSettings OUTSIDE = WebhookSettings.defaults();
    private static final WebhookSettings DEVELOPMENT = OUTSIDE.allowingLoopback();
    private static final WebhookSettings INSIDE = OUTSIDE.allowingPrivate();

    private final List<String> asked = new ArrayList<>();
    private final Map<String, List<InetAddress>> names = Map.of(
            "public.example", List.of(address("93.184.216.34"), address("2606:2800:21f:cb07::1")),
            "private.example", List.of(address("10.1.2.3")),
            "mixed.example", List.of(address("93.184.216.34"), address("192.168.0.1")),
            "loopback.example", List.of(address("127.0.0.1")),
            "metadata.example", List.of(address("169.254.169.254")),
            "mapped.example", List.of(address("64:ff9b::a9fe:a9fe")));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://public.example/hook",
                "https://public.example:8443/hook?a=b",
                "https://public.example./hook",
                "HTTPS://PUBLIC.example",
                "https://93.184.216.34/",
                "https://[2606:2800:21f:cb07::1]:444/",
                "https://[64:ff9b::5db8:d822]/",
                "https://[2002:5db8:d822::1]/"
            })
    void whatIsOutsideIsCalledByHttps(String url) {
        assertThat(refusal(OUTSIDE, url)).isNull();
        assertThat(refusal(OUTSIDE, url.replaceFirst("(?i)https", "http"))).contains("https");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost/",
                "http://LOCALHOST:3000/hook",
                "http://app.localhost/",
                "http://localhost./",
                "http://127.0.0.1:8080/",
                "http://127.8.9.1/",
                "http://[::1]:8080/",
                "http://[::ffff:127.0.0.1]/",
                "https://localhost/"
            })
    void thisMachineIsCalledOnlyInDevelopment(String url) {
        assertThat(refusal(DEVELOPMENT, url)).isNull();
        assertThat(refusal(OUTSIDE, url)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "100.64.0.1",
                "[fc00::1]",
                "[fd12:3456::1]",
                "[::ffff:10.0.0.1]",
                "[::ffff:a00:1]",
                "private.example"
            })
    void privateNetworksAreCalledOnlyIfThatIsAllowed(String host) {
        assertThat(refusal(DEVELOPMENT, "https://" + host + "/")).contains("private");
        assertThat(refusal(DEVELOPMENT, "http://" + host + "/")).isNotNull();
        assertThat(refusal(INSIDE, "https://" + host + "/")).isNull();
        assertThat(refusal(INSIDE, "http://" + host + "/")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://0.0.0.0/",
                "https://0.1.2.3/",
                "https://169.254.169.254/latest/meta-data",
                "https://168.63.129.16/",
                "https://100.100.100.200/",
                "https://192.0.2.1/",
                "https://198.18.0.1/",
                "https://224.0.0.1/",
                "https://255.255.255.255/",
                "https://[::]/",
                "https://[::a00:1]/", // compatible with 10.0.0.1
                "https://[::ffff:169.254.169.254]/",
                "https://[fe80::1]/",
                "https://[fe80::1%25eth0]/",
                "https://[fec0::1]/",
                "https://[ff02::1]/",
                "https://[fd00:ec2::254]/",
                "https://[64:ff9b::a00:1]/", // NAT64 of 10.0.0.1
                "https://[64:ff9b:1::1]/",
                "https://[2002:a00:1::1]/", // 6to4 of 10.0.0.1
                "https://[2002:7f00:1::]/",
                "https://[2001:0:1::1]/",
                "https://[2001:db8::1]/",
                "https://metadata.example/",
                "https://mapped.example/",
                // numbers in notations that others read as addresses
                "http://2130706433/",
                "http://0177.0.0.1/",
                "http://0x7f.0.0.1/",
                "http://0x7f000001/",
                "http://127.1/",
                "http://127.0.1/",
                "http://010.0.0.1/",
                "http://10.0.0.1./",
                "http://0x0a.1/",
                "http://1.2.3.4.5/",
                "http://256.1.1.1/",
                "http://[127.0.0.1]/",
                "http://①②⑦.⓪.⓪.①/",
                "http://127%2e0.0.1/",
                // things that are no place
                "http://user@localhost/",
                "https://user:secret@public.example/",
                "https://public.example@10.0.0.1/",
                "ftp://localhost/",
                "file:///etc/passwd",
                "gopher://localhost/",
                "//localhost/",
                "localhost",
                "http:///hook",
                "http:localhost",
                "http://localhost:0/",
                "http://localhost:65536/",
                "http://localhost:+80/",
                "http://localhost:/",
                "http://localhost\\@public.example/",
                "http://local host/",
                "http://[::1/",
                "http://localhost/\r\nX: y",
                ""
            })
    void theseAreNeverCalled(String url) {
        assertThat(refusal(DEVELOPMENT, url)).isNotNull();
        if (!url.equals("http://10.0.0.1./")) {
            assertThat(refusal(INSIDE, url)).isNotNull();
        }
    }

    @Test
    void aNameIsRefusedForAnyOfItsAddresses() {
        assertThat(refusal(OUTSIDE, "https://mixed.example/")).contains("private");
    }

    @Test
    void aNameForThisMachineIsNotThisMachinesName() {
        assertThat(refusal(DEVELOPMENT, "https://loopback.example/")).isNotNull();
        assertThat(refusal(INSIDE, "https://loopback.example/")).isNull();
    }

    @Test
    void nobodyIsAskedForAddressesAndTheNamesOfThisMachine() {
        refusal(DEVELOPMENT, "http://localhost/");
        refusal(DEVELOPMENT, "https://10.0.0.1/");
        refusal(DEVELOPMENT, "http://public.example/");
        refusal(DEVELOPMENT, "http://0177.0.0.1/");

        assertThat(asked).isEmpty();
    }

    /** Why a URL is refused; null if it is not. */
    private @Nullable String refusal(WebhookSettings settings, String url) {
        Future<?> found = new Destinations(settings, this::resolve).find(url);
        assertThat(found.isComplete()).isTrue();
        if (found.succeeded()) {
            return null;
        }
        assertThat(found.cause()).isInstanceOf(RefusedUrl.class);
        return found.cause().getMessage();
    }

    private Future<List<InetAddress>> resolve(String name) {
        asked.add(name);
        return Future.succeededFuture(names.getOrDefault(name, List.of()));
    }
}
