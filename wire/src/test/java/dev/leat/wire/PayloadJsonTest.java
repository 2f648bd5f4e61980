package dev.leat.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.ContentType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PayloadJsonTest {

    private static PayloadJson.Payload read(String json) {
        return Objects.requireNonNull(PayloadJson.read(TestJson.request(json)));
    }

    private static String text(PayloadJson.Payload payload) {
        return new String(payload.bytes(), StandardCharsets.UTF_8);
    }

    private static String written(byte[] payload, String type) {
        return TestJson.text(json -> PayloadJson.write(json, payload, new ContentType(type)));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aJsonValueKeepsItsBytes() {
        for (String value : List.of(
                "1",
                "-1.50",
                "1e5",
                "100000000000000000000000000000",
                "\"a\\u00e9\\n\"",
                "\"é😀\"",
                "true",
                "null",
                "[ 1 ,\n2 ]",
                "{ \"b\" : 1.0, \"a\" : [ ] }",
                "{}",
                "\"\"")) {
            assertThat(text(read("{\"payload\":" + value + "}"))).isEqualTo(value);
            assertThat(text(read("{ \"a\" : 1 , \"payload\" :  " + value + " , \"z\" : 2 }")))
                    .isEqualTo(value);
            assertThat(written(utf8(value), "application/json"))
                    .isEqualTo("{\"payload\":" + value + ",\"contentType\":\"application/json\"}");
        }
    }

    @Test
    void textIsAString() {
        PayloadJson.Payload payload = read("{\"payload\":\"é\\n\",\"contentType\":\"text/plain\"}");

        assertThat(text(payload)).isEqualTo("é\n");
        assertThat(written(payload.bytes(), "text/plain; charset=utf-8"))
                .isEqualTo("{\"payload\":\"é\\n\",\"contentType\":\"text/plain; charset=utf-8\"}");
    }

    @Test
    void anythingElseIsBase64() {
        assertThat(read("{\"payloadBase64\":\"AAEC\"}").bytes()).containsExactly(0, 1, 2);
        assertThat(written(new byte[] {0, 1, 2}, "application/octet-stream")).contains("\"payloadBase64\":\"AAEC\"");
    }

    @Test
    void whatIsNotWhatItsTypeSaysIsBase64() {
        for (String broken : List.of("{", "{}{}", "", "[1,", "nul", "1 2", "\"", "[".repeat(600))) {
            assertThat(written(utf8(broken), "application/json")).startsWith("{\"payloadBase64\":");
        }
        assertThat(written("{}".getBytes(StandardCharsets.UTF_16BE), "application/json"))
                .contains("payloadBase64");
        assertThat(written(new byte[] {'"', (byte) 0xff, '"'}, "application/json"))
                .contains("payloadBase64");
        assertThat(written(new byte[] {(byte) 0xff}, "text/plain")).contains("payloadBase64");
        assertThat(written(utf8("a"), "text/plain; charset=utf-16")).contains("payloadBase64");
    }

    @Test
    void onePayloadIsEnough() {
        assertThatThrownBy(() -> read("{\"payload\":1,\"payloadBase64\":\"AAEC\"}"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(read("{\"payload\":null,\"payloadBase64\":\"AAEC\"}").bytes())
                .containsExactly(0, 1, 2);
    }

    @Test
    void bytesAreNoJson() {
        assertThatThrownBy(() -> read("{\"payload\":1,\"contentType\":\"image/png\"}"))
                .hasMessageContaining("payloadBase64");
        assertThatThrownBy(() -> read("{\"payload\":1,\"contentType\":\"text/plain\"}"))
                .hasMessageContaining("a string");
    }
}
