package dev.leat.wire;

import dev.leat.api.ContentType;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.NewMessage;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The options of a message in the header fields of an enqueue whose body is the payload: the shortest form, but not all text can be in
 * a header field. Field names have no letter case, so the names of the message's own headers are in lower case. Field values are
 * printable ASCII without white space around them.
 */
public final class MessageHeaders {

    /** How the names of all these fields begin, in lower case. */
    public static final String PREFIX = "message-";

    private static final String HEADER = "Message-Header-";
    private static final String KEY = "Message-Key";
    private static final String PRIORITY = "Message-Priority";
    private static final String NOT_BEFORE = "Message-Not-Before";
    private static final String DELAY = "Message-Delay";
    private static final String TTL = "Message-Ttl";
    private static final String DEDUP_ID = "Message-Dedup-Id";
    private static final String MAX_ATTEMPTS = "Message-Max-Attempts";
    private static final String GROUPS = "Message-Groups";

    /** Servers take a limited number of bytes of headers. */
    private static final int LONGEST = 4096;

    private static final int MOST_ATTEMPTS = 999_999_999;
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern NAME = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern VALUE = Pattern.compile("[!-~](?:[ -~]*[!-~])?");

    private MessageHeaders() {}

    /** Returns the header fields of a message; null if not everything about it can be a header field. */
    public static @Nullable Map<String, String> of(NewMessage message) {
        Writer writer = new Writer(message);
        return writer.fits ? writer.fields : null;
    }

    /** Collects the fields of a message. */
    private static final class Writer {
        private final Map<String, String> fields = new LinkedHashMap<>();
        private boolean fits = true;
        private int length;

        Writer(NewMessage message) {
            put("Content-Type", message.contentType());
            put(KEY, message.key());
            put(NOT_BEFORE, message.notBefore());
            put(DELAY, message.delay());
            put(TTL, message.ttl());
            put(DEDUP_ID, message.dedupId());
            Integer attempts = message.maxAttempts();
            put(MAX_ATTEMPTS, attempts);
            fits &= attempts == null || attempts <= MOST_ATTEMPTS;
            if (message.priority() != NewMessage.DEFAULT_PRIORITY) {
                put(PRIORITY, message.priority());
            }
            if (!message.groups().isEmpty()) {
                putGroups(message.groups());
            }
            message.headers().forEach((name, value) -> {
                fits &= NAME.matcher(name).matches();
                put(HEADER + name, value);
            });
        }

        private void putGroups(Set<GroupName> groups) {
            for (GroupName group : groups) {
                fits &= VALUE.matcher(group.value()).matches() && group.value().indexOf(',') < 0;
            }
            put(GROUPS, groups.stream().map(GroupName::value).collect(Collectors.joining(",")));
        }

        private void put(String name, @Nullable Object value) {
            if (value != null) {
                String text = value.toString();
                fields.put(name, text);
                length += name.length() + text.length();
                fits &= length <= LONGEST && VALUE.matcher(text).matches();
            }
        }
    }

    /** Collects the header fields of a request and makes the message of them. */
    public static final class Reader {
        private final Map<String, String> options = new LinkedHashMap<>();
        private final Map<String, String> headers = new LinkedHashMap<>();
        private final JsonFaults faults;

        /**
         * Creates a reader.
         *
         * @param faults makes the exceptions for invalid fields
         */
        public Reader(JsonFaults faults) {
            this.faults = faults;
        }

        /** Takes a field whose name begins with {@link #PREFIX}, in any letter case. */
        public void add(String field, String value) {
            String name = field.toLowerCase(Locale.ROOT);
            if (name.startsWith(lower(HEADER))) {
                add(headers, name.substring(HEADER.length()), name, value);
            } else {
                add(options, name, name, value);
            }
        }

        private void add(Map<String, String> into, String key, String name, String value) {
            if (key.isEmpty() || !value.chars().allMatch(c -> c >= 0x20 && c < 0x7f)) {
                throw faults.invalid("the header " + JsonObject.quoted(name)
                        + " cannot be told by HTTP; messages:batch takes names and values in JSON");
            }
            if (into.put(key, value) != null) {
                throw faults.invalid("the header " + JsonObject.quoted(name) + " is there twice");
            }
        }

        /** @param contentType the content type of the request; null if it has none */
        public NewMessage message(byte[] payload, @Nullable String contentType) {
            NewMessage message = checked(() -> new NewMessage(
                    payload,
                    contentType == null || contentType.isBlank() ? ContentType.BYTES : new ContentType(contentType),
                    take(KEY),
                    integer(PRIORITY, NewMessage.DEFAULT_PRIORITY),
                    instant(NOT_BEFORE),
                    duration(DELAY),
                    duration(TTL),
                    take(DEDUP_ID),
                    integer(MAX_ATTEMPTS),
                    groups(take(GROUPS)),
                    headers));
            if (!options.isEmpty()) {
                throw faults.invalid("the header "
                        + JsonObject.quoted(options.keySet().iterator().next()) + " is not known");
            }
            return message;
        }

        private <T> T checked(Supplier<T> value) {
            try {
                return value.get();
            } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
                throw faults.invalid(String.valueOf(e.getMessage()));
            }
        }

        private @Nullable String take(String name) {
            return options.remove(lower(name));
        }

        private int integer(String name, int otherwise) {
            Integer given = integer(name);
            return given == null ? otherwise : given;
        }

        private @Nullable Integer integer(String name) {
            String text = take(name);
            if (text != null && !WHOLE_NUMBER.matcher(text).matches()) {
                throw faults.invalid(lower(name) + " is a whole number, not " + JsonObject.quoted(text));
            }
            return text == null ? null : Integer.valueOf(text);
        }

        private @Nullable Duration duration(String name) {
            String text = take(name);
            return text == null ? null : TimeText.duration(lower(name), text);
        }

        private @Nullable Instant instant(String name) {
            String text = take(name);
            return text == null ? null : TimeText.instant(lower(name), text);
        }

        private static Set<GroupName> groups(@Nullable String list) {
            return list == null
                    ? Set.of()
                    : Stream.of(list.split(",", -1))
                            .map(name -> GroupName.of(name.trim()))
                            .collect(Collectors.toUnmodifiableSet());
        }

        private static String lower(String name) {
            return name.toLowerCase(Locale.ROOT);
        }
    }
}
