package dev.leat.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void oneTextComesAfterTheOtherWithNothingInBetween() {
        assertThat(text(json -> one(json, "a", "1"))).isEqualTo("{\"a\":\"1\"}");
        assertThat(text(json -> one(json, "b", "2"))).isEqualTo("{\"b\":\"2\"}");
        assertThat(text(json -> json.writeNumber(7))).isEqualTo("7");
        assertThat(text(json -> json.writeNumber(8))).isEqualTo("8");
    }

    @Test
    void nothingIsLeftOverFromATextThatCouldNotBeFinished() {
        assertThatThrownBy(() -> Json.bytes(json -> {
                    json.writeStartObject();
                    json.writeStringField("half", "x".repeat(20_000));
                    throw new IOException("enough");
                }))
                .isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> Json.bytes(json -> {
                    json.writeStartArray();
                    throw new IllegalStateException("enough");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Json.bytes(JsonGenerator::writeStartObject)).isInstanceOf(IllegalStateException.class);

        assertThat(text(json -> one(json, "a", "1"))).isEqualTo("{\"a\":\"1\"}");
    }

    @Test
    void aTextWithinATextIsWholeAndSoIsTheOther() {
        String outer = text(json -> one(json, "inner", text(within -> one(within, "a", "1"))));

        assertThat(outer).isEqualTo("{\"inner\":\"{\\\"a\\\":\\\"1\\\"}\"}");
        assertThat(text(json -> one(json, "b", "2"))).isEqualTo("{\"b\":\"2\"}");
    }

    @Test
    void longTextsAreCompleteAndDoNotShareBytes() {
        byte[] first = Json.bytes(json -> strings(json, 'a'));
        byte[] second = Json.bytes(json -> strings(json, 'b'));

        assertThat(new String(first, StandardCharsets.UTF_8)).isEqualTo(expected('a'));
        assertThat(new String(second, StandardCharsets.UTF_8)).isEqualTo(expected('b'));
    }

    private static void strings(JsonGenerator json, char letter) throws IOException {
        json.writeStartArray();
        for (int i = 0; i < 100; i++) {
            json.writeString(String.valueOf(letter).repeat(i * 100));
        }
        json.writeEndArray();
    }

    private static String expected(char letter) {
        StringBuilder all = new StringBuilder("[");
        for (int i = 0; i < 100; i++) {
            all.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(String.valueOf(letter).repeat(i * 100))
                    .append('"');
        }
        return all.append("]").toString();
    }

    private static void one(JsonGenerator json, String name, String value) throws IOException {
        json.writeStartObject();
        json.writeStringField(name, value);
        json.writeEndObject();
    }

    private static String text(Json content) {
        return new String(Json.bytes(content), StandardCharsets.UTF_8);
    }
}
