package dev.leat.http.queue;

import dev.leat.api.ContentType;
import dev.leat.api.GroupName;
import dev.leat.api.NewMessage;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a message that is part of a JSON body. */
final class MessageFields {

    private MessageFields() {}

    /** The caller looks for members that are not known, because it may know more of them. */
    static NewMessage read(Fields fields) {
        Payloads.Payload payload = Payloads.read(fields);
        if (payload == null) {
            throw Bad.argument(fields.at("payload") + " or " + fields.at("payloadBase64") + " is missing");
        }
        ContentType type = payload.contentType();
        Long attempts = fields.whole("maxAttempts", 1, Integer.MAX_VALUE);
        return Bad.checked(() -> new NewMessage(
                payload.bytes(),
                type == null ? ContentType.BYTES : type,
                fields.text("key"),
                fields.small(
                        "priority",
                        NewMessage.LOWEST_PRIORITY,
                        NewMessage.HIGHEST_PRIORITY,
                        NewMessage.DEFAULT_PRIORITY),
                fields.moment("notBefore"),
                fields.duration("delay"),
                fields.duration("ttl"),
                fields.text("dedupId"),
                attempts == null ? null : attempts.intValue(),
                groups(fields),
                fields.textMap("headers")));
    }

    private static Set<GroupName> groups(Fields fields) {
        return fields.texts("groups").stream().map(GroupName::of).collect(Collectors.toUnmodifiableSet());
    }
}
