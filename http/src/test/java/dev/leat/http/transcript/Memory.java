package dev.leat.http.transcript;

import dev.leat.http.raw.RawResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What earlier answers said, for requests that refer to it. */
final class Memory {
    private static final Pattern ID =
            Pattern.compile("\"(deliveryId|messageId|task|wake_id|token|tail_offset)\":\"([0-9A-Za-z_.=-]{8,})\"");

    private final Map<String, String> values = new HashMap<>();

    void remember(RawResponse answer) {
        remember("etag", answer.header("ETag"));
        remember("cursor", answer.header("Stream-Cursor"));
        remember("offset", answer.header("Stream-Next-Offset"));
        Matcher id = ID.matcher(answer.text());
        while (id.find()) {
            remember(id.group(1), id.group(2));
        }
    }

    private void remember(String name, @Nullable String value) {
        if (value != null) {
            values.put("{" + name + "}", value);
        }
    }

    String recall(String line) {
        String text = line;
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace(value.getKey(), value.getValue());
        }
        return text;
    }
}
