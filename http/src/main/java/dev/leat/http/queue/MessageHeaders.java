package dev.leat.http.queue;

import dev.leat.api.ContentType;
import dev.leat.api.GroupName;
import dev.leat.api.NewMessage;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message whose payload is a request's body and whose options are headers. Names of headers have no letter case, so those
 * that go along with the message are kept in small letters.
 */
final class MessageHeaders {
    private static final String PREFIX = "message-";
    private static final String HEADER = PREFIX + "header-";

    private final Map<String, String> options = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final @Nullable String contentType;

    MessageHeaders(Exchange exchange) {
        this.contentType = exchange.header(HeaderNames.CONTENT_TYPE);
        exchange.request().eachHeader(PREFIX, (name, value) -> keep(name.toLowerCase(Locale.ROOT), value));
    }

    private void keep(String name, String value) {
        if (name.startsWith(HEADER)) {
            keep(headers, name.substring(HEADER.length()), name, value);
        } else {
            keep(options, name, name, value);
        }
    }

    private static void keep(Map<String, String> into, String key, String name, String value) {
        if (key.isEmpty() || !value.chars().allMatch(c -> c >= 0x20 && c < 0x7f)) {
            throw Bad.argument("the header " + Bad.quoted(name)
                    + " cannot be told by HTTP; messages:batch takes names and values in JSON");
        }
        if (into.put(key, value) != null) {
            throw Bad.argument("the header " + Bad.quoted(name) + " is there twice");
        }
    }

    NewMessage message(byte[] payload) {
        NewMessage message = Bad.checked(() -> new NewMessage(
                payload,
                contentType == null || contentType.isBlank() ? ContentType.BYTES : new ContentType(contentType),
                options.remove("message-key"),
                small("message-priority", NewMessage.DEFAULT_PRIORITY),
                moment("message-not-before"),
                duration("message-delay"),
                duration("message-ttl"),
                options.remove("message-dedup-id"),
                optional("message-max-attempts"),
                groups(options.remove("message-groups")),
                headers));
        if (!options.isEmpty()) {
            throw Bad.argument(
                    "the header " + Bad.quoted(options.keySet().iterator().next()) + " is not known");
        }
        return message;
    }

    private int small(String name, int otherwise) {
        Integer given = optional(name);
        return given == null ? otherwise : given;
    }

    private @Nullable Integer optional(String name) {
        String text = options.remove(name);
        if (text != null && !text.matches("[0-9]{1,9}")) {
            throw Bad.argument(name + " is a whole number, not " + Bad.quoted(text));
        }
        return text == null ? null : Integer.valueOf(text);
    }

    private @Nullable Duration duration(String name) {
        String text = options.remove(name);
        return text == null ? null : Durations.parse(name, text);
    }

    private @Nullable Instant moment(String name) {
        String text = options.remove(name);
        return text == null ? null : Durations.moment(name, text);
    }

    private static Set<GroupName> groups(@Nullable String list) {
        return list == null
                ? Set.of()
                : Stream.of(list.split(",", -1))
                        .map(name -> GroupName.of(name.trim()))
                        .collect(Collectors.toUnmodifiableSet());
    }
}
