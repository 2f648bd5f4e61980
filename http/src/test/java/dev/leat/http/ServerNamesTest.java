package dev.leat.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.origin.HostName;
import dev.leat.http.raw.RunningServer;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which names an open server answers to. */
class ServerNamesTest {

    private static ServerNames names(String host, boolean shared, String... allowed) {
        return new ServerNames(
                RunningServer.settings(host, null, null, List.of(allowed)), shared, HostName.of("streams.example.org"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "localhost:4437",
                "LocalHost:4437",
                "localhost.",
                "localhost.:4437",
                "app.localhost:80",
                "127.0.0.1",
                "127.0.0.1:4437",
                "127.9.9.9",
                "192.0.2.7:4437",
                "[::1]",
                "[::1]:4437",
                "[2001:db8::1]:80",
                "streams.example.org",
                "Streams.Example.ORG.:443",
                "more.example.org:1"
            })
    void addressesLoopbackNamesAndWhatIsConfiguredAreOurs(String authority) {
        assertThat(names("127.0.0.1", false, "more.example.org").has(authority)).isTrue();
        assertThat(names("0.0.0.0", true, "More.example.org.").has(authority)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:4437",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "notlocalhost.org",
                "example.org",
                "x.streams.example.org",
                "127.1.evil.example:80",
                "1.2.3.4.5"
            })
    void namesThatCanBeRegisteredAreNot(String authority) {
        assertThat(names("127.0.0.1", false).has(authority)).isFalse();
        assertThat(names("0.0.0.0", true).has(authority)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leat",
                "leat:4437",
                "leat.local",
                "leat.shop.svc.cluster.local",
                "ip-10-0-0-1.ec2.internal",
                "a.home.arpa"
            })
    void namesOfAPrivateNetworkAreOursIfItIsServed(String authority) {
        assertThat(names("0.0.0.0", true).has(authority)).isTrue();
        assertThat(names("127.0.0.1", false).has(authority)).isFalse();
    }

    @Test
    void theNameOfTheMachineIsOursIfOthersReachIt() throws Exception {
        assertThat(names("0.0.0.0", true).has(InetAddress.getLocalHost().getHostName()))
                .isTrue();
    }

    @Test
    void theNameItListensOnIsOurs() {
        assertThat(names("node-1.example.net", true).has("node-1.example.net:4437"))
                .isTrue();
        assertThat(names("::1", false).has("[::1]:4437")).isTrue();
    }

    @Test
    void anyNameIsFineIfThatIsSaid() {
        assertThat(names("127.0.0.1", false, "*").has("evil.example")).isTrue();
    }

    @Test
    void oneGoodNameDoesNotMakeTheNextOneGood() {
        ServerNames names = names("127.0.0.1", false);

        assertThat(names.has("localhost:4437")).isTrue();
        assertThat(names.has("evil.example:4437")).isFalse();
        assertThat(names.has("localhost:4437")).isTrue();
    }
}
