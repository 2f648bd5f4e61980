package dev.leat.client.queue;

import dev.leat.api.GroupName;
import dev.leat.api.NewMessage;
import dev.leat.client.wire.Request;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A message whose payload is a request's body and whose options are headers: the shortest way, but not every text can be a header.
 * Their names have no letter case, their values are ASCII without space around, and servers take only so many bytes of them.
 */
final class MessageHeaders {
    private static final Pattern NAME = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern VALUE = Pattern.compile("[!-~](?:[ -~]*[!-~])?");
    private static final int LONGEST = 4096;
    private static final int MOST_ATTEMPTS = 999_999_999;

    private final Map<String, String> headers = new LinkedHashMap<>();
    private boolean fits = true;
    private int length;

    private MessageHeaders(NewMessage message) {
        put("Content-Type", message.contentType());
        put("Message-Key", message.key());
        put("Message-Not-Before", message.notBefore());
        put("Message-Delay", message.delay());
        put("Message-Ttl", message.ttl());
        put("Message-Dedup-Id", message.dedupId());
        Integer attempts = message.maxAttempts();
        put("Message-Max-Attempts", attempts);
        fits &= attempts == null || attempts <= MOST_ATTEMPTS;
        if (message.priority() != NewMessage.DEFAULT_PRIORITY) {
            put("Message-Priority", message.priority());
        }
        if (!message.groups().isEmpty()) {
            groups(message);
        }
        message.headers().forEach((name, value) -> {
            fits &= NAME.matcher(name).matches();
            put("Message-Header-" + name, value);
        });
    }

    private void groups(NewMessage message) {
        for (GroupName group : message.groups()) {
            fits &= VALUE.matcher(group.value()).matches() && group.value().indexOf(',') < 0;
        }
        put("Message-Groups", message.groups().stream().map(GroupName::value).collect(Collectors.joining(",")));
    }

    private void put(String name, @Nullable Object value) {
        if (value != null) {
            String text = value.toString();
            headers.put(name, text);
            length += name.length() + text.length();
            fits &= length <= LONGEST && VALUE.matcher(text).matches();
        }
    }

    /** The request with the message in it; null if not everything about it can be told like this. */
    static @Nullable Request with(Request request, NewMessage message) {
        MessageHeaders told = new MessageHeaders(message);
        return told.fits
                ? new Request(
                        request.method(),
                        request.target(),
                        told.headers,
                        message.payload(),
                        request.repeatable(),
                        request.timeout())
                : null;
    }
}
