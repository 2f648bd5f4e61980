package dev.leat.bench.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.bench.run.BenchException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HttpResponseTest {

    private final HttpResponse response = new HttpResponse();
    private final StringBuilder body = new StringBuilder();
    private int heads;

    private final HttpResponse.Sink sink = new HttpResponse.Sink() {
        @Override
        public void head() {
            heads++;
        }

        @Override
        public void body(ByteBuffer bytes) {
            body.append(StandardCharsets.ISO_8859_1.decode(bytes));
        }
    };

    @Test
    void aBodyHasTheLengthItsHeaderSays() {
        boolean complete = take("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nStream-Next-Offset: 0_5\r\n\r\nhello");

        assertThat(complete).isTrue();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.nextOffset()).isEqualTo("0_5");
        assertThat(body).hasToString("hello");
    }

    @Test
    void itDoesNotMatterWhereTheBytesAreSplit() {
        String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nstream-up-to-date: true\r\n\r\n";
        String chunks = "5\r\nhello\r\n1;x=y\r\n,\r\n6\r\n world\r\n0\r\nTrailer: 1\r\n\r\n";
        String whole = head + chunks;

        for (int split = 1; split < whole.length(); split++) {
            response.reset();
            body.setLength(0);
            assertThat(take(whole.substring(0, split))).isFalse();
            assertThat(take(whole.substring(split))).isTrue();
            assertThat(body).hasToString("hello, world");
            assertThat(response.isUpToDate()).isTrue();
        }
        assertThat(heads).isEqualTo(whole.length() - 1);
    }

    @Test
    void noContentHasNoBody() {
        assertThat(take("HTTP/1.1 204 No Content\r\nStream-Cursor: 17\r\n\r\n")).isTrue();
        assertThat(response.isGood()).isTrue();
        assertThat(response.cursor()).isEqualTo("17");
        assertThat(body).isEmpty();
    }

    @Test
    void anEmptyBodyIsCompleteAtOnce() {
        assertThat(take("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")).isTrue();
        assertThat(response.isGood()).isFalse();
    }

    @Test
    void aBodyWithoutALengthEndsWithTheConnection() {
        assertThat(take("HTTP/1.1 200 OK\r\n\r\nuntil the end")).isFalse();

        assertThat(response.ended()).isTrue();
        assertThat(body).hasToString("until the end");
    }

    @Test
    void aConnectionThatEndsInsideABodyDoesNotCompleteIt() {
        take("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");

        assertThat(response.ended()).isFalse();
    }

    @Test
    void theServerSaysWhetherItCloses() {
        take("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        assertThat(response.isClosing()).isTrue();

        response.reset();
        take("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n");
        assertThat(response.isClosing()).isFalse();
    }

    @Test
    void anInterimAnswerIsNotTheAnswer() {
        boolean complete = take("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");

        assertThat(complete).isTrue();
        assertThat(response.status()).isEqualTo(201);
        assertThat(heads).isOne();
    }

    @Test
    void whatFollowsAnAnswerIsLeftAlone() {
        ByteBuffer bytes = bytes("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!HTTP/1.1");

        assertThat(response.take(bytes, sink)).isTrue();
        assertThat(bytes.remaining()).isEqualTo("HTTP/1.1".length());
    }

    @Test
    void somethingElseThanHttpIsRefused() {
        assertThatThrownBy(() -> take("SSH-2.0-OpenSSH_9.6\r\n"))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("SSH-2.0");
    }

    private boolean take(String text) {
        return response.take(bytes(text), sink);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
