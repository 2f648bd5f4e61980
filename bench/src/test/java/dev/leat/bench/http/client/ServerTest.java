package dev.leat.bench.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ServerTest {

    @Test
    void aUrlTellsWhereTheStreamsAre() {
        Server server = Server.parse("http://127.0.0.1:4437/v1/stream/");

        assertThat(server.name()).isEqualTo("127.0.0.1:4437");
        assertThat(server.address().getPort()).isEqualTo(4437);
        assertThat(server.base()).isEqualTo("/v1/stream");
    }

    @Test
    void aServerWithoutAPathIsLeat() {
        assertThat(Server.parse("http://127.0.0.1:4437").base()).isEqualTo("/v1/stream");
        assertThat(Server.parse("http://127.0.0.1:4437/").base()).isEqualTo("/v1/stream");
    }

    @Test
    void aServerCanBeGivenAName() {
        Server server = Server.parse("peer=http://127.0.0.1:8080/streams?a=b");

        assertThat(server.name()).isEqualTo("peer");
        assertThat(server.base()).isEqualTo("/streams");
    }

    @Test
    void whatIsNoHttpUrlIsRefused() {
        assertThatThrownBy(() -> Server.parse("127.0.0.1:4437")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Server.parse("https://127.0.0.1/")).isInstanceOf(IllegalArgumentException.class);
    }
}
