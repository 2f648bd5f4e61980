package dev.leat.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.NewMessage;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageHeadersTest {

    private static NewMessage message(@Nullable String key, Map<String, String> headers) {
        return new NewMessage(
                new byte[] {1, 2},
                ContentType.TEXT,
                key,
                NewMessage.DEFAULT_PRIORITY,
                null,
                Duration.ofSeconds(3),
                Duration.ofDays(1),
                "once",
                7,
                Set.of(GroupName.of("a"), GroupName.of("b")),
                headers);
    }

    @Test
    void theFieldsOfAMessageAreReadInAnyLetterCase() {
        NewMessage message = message("order-17", Map.of("trace", "x y"));
        Map<String, String> fields = MessageHeaders.of(message);
        MessageHeaders.Reader reader = TestJson.headers();

        fields.forEach((name, value) -> {
            if (name.toLowerCase(Locale.ROOT).startsWith(MessageHeaders.PREFIX)) {
                reader.add(name.toUpperCase(Locale.ROOT), value);
            }
        });
        NewMessage read = reader.message(message.payload(), fields.get("Content-Type"));

        assertThat(read).usingRecursiveComparison().isEqualTo(message);
    }

    @Test
    void textThatAFieldCannotHaveNeedsABody() {
        assertThat(MessageHeaders.of(message("é", Map.of()))).isNull();
        assertThat(MessageHeaders.of(message(null, Map.of("Upper", "x")))).isNull();
        assertThat(MessageHeaders.of(message(null, Map.of("trace", " x")))).isNull();
        assertThat(MessageHeaders.of(message(null, Map.of("trace", "x".repeat(5000)))))
                .isNull();
    }
}
