package dev.leat.bench.queue.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.bench.run.BenchException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisReplyTest {
    private static final String DELIVERIES =
            "*1\r\n*2\r\n$1\r\nq\r\n*1\r\n*2\r\n$3\r\n1-0\r\n*2\r\n$1\r\nm\r\n$4\r\na\r\nb\r\n";

    @Test
    void everyKindOfAnswerIsRead() {
        assertThat(read("+OK\r\n")).isEqualTo(new RedisReply.Text("OK"));
        assertThat(read(":10\r\n")).isEqualTo(new RedisReply.Whole(10));
        assertThat(read("$5\r\nhello\r\n")).isEqualTo(new RedisReply.Text("hello"));
        assertThat(read("$0\r\n\r\n")).isEqualTo(new RedisReply.Text(""));
        assertThat(read("$-1\r\n")).isEqualTo(new RedisReply.Nil());
        assertThat(read("*-1\r\n")).isEqualTo(new RedisReply.Nil());
        assertThat(read("*0\r\n")).isEqualTo(new RedisReply.Items(List.of()));
        assertThat(read("-ERR no\r\n")).isEqualTo(new RedisReply.Failure("ERR no"));
    }

    @Test
    void listsHaveListsInThem() {
        RedisReply message = items(text("1-0"), items(text("m"), text("a\r\nb")));

        assertThat(read(DELIVERIES)).isEqualTo(items(items(text("q"), items(message))));
    }

    @Test
    void anAnswerThatIsCutAnywhereIsNotTaken() {
        for (int end = 0; end < DELIVERIES.length(); end++) {
            ByteBuffer bytes = bytes(DELIVERIES.substring(0, end));

            assertThat(RedisReply.read(bytes)).as("cut at %d", end).isNull();
            assertThat(bytes.position()).isZero();
        }
    }

    @Test
    void whatFollowsAnAnswerIsLeft() {
        ByteBuffer bytes = bytes(":1\r\n:2\r\n:");

        assertThat(RedisReply.read(bytes)).isEqualTo(new RedisReply.Whole(1));
        assertThat(RedisReply.read(bytes)).isEqualTo(new RedisReply.Whole(2));
        assertThat(RedisReply.read(bytes)).isNull();
        assertThat(bytes.remaining()).isEqualTo(1);
    }

    @Test
    void whatIsNotRedisIsRefused() {
        assertThatThrownBy(() -> read("HTTP/1.1 400\r\n")).isInstanceOf(BenchException.class);
        assertThatThrownBy(() -> read("\r\n")).isInstanceOf(BenchException.class);
    }

    private static RedisReply read(String text) {
        return RedisReply.read(bytes(text));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static RedisReply text(String value) {
        return new RedisReply.Text(value);
    }

    private static RedisReply items(RedisReply... values) {
        return new RedisReply.Items(List.of(values));
    }
}
