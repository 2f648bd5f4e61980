package dev.leat.api.queue;

import dev.leat.api.ContentType;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message to be enqueued. The array must not change until the answer.
 *
 * @param key messages of one key are delivered one after the other; null for no order
 * @param priority from 0 to 9, in queues that have priorities; 4 in the middle. A queue without priorities refuses every other than 4
 * @param notBefore when it becomes ready; null for at once
 * @param delay how long until it becomes ready; null for at once
 * @param ttl how long it lives; null for what the queue says
 * @param dedupId a second message of the same id within the queue's window is not enqueued
 * @param maxAttempts null for what the queue says
 * @param groups which groups of a fan-out queue are to see it; empty for all
 * @param headers handed on as they are
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record NewMessage(
        byte[] payload,
        ContentType contentType,
        @Nullable String key,
        int priority,
        @Nullable Instant notBefore,
        @Nullable Duration delay,
        @Nullable Duration ttl,
        @Nullable String dedupId,
        @Nullable Integer maxAttempts,
        Set<GroupName> groups,
        Map<String, String> headers) {

    /** The priority that is delivered last. */
    public static final int LOWEST_PRIORITY = 0;

    /** The priority that is delivered first. */
    public static final int HIGHEST_PRIORITY = 9;

    /** The priority of messages that name none. */
    public static final int DEFAULT_PRIORITY = 4;

    /** The longest key or dedup id, in characters. */
    public static final int MAX_TEXT = 1024;

    /** How many characters the names and values of headers can have together. */
    public static final int MAX_HEADERS = 16 << 10;

    public NewMessage {
        groups = Set.copyOf(groups);
        headers = Map.copyOf(headers);
        if (priority < LOWEST_PRIORITY || priority > HIGHEST_PRIORITY) {
            throw new IllegalArgumentException("a priority is 0 to 9, not " + priority);
        }
        checkText("key", key);
        checkText("dedup id", dedupId);
        if (notBefore != null && delay != null) {
            throw new IllegalArgumentException(
                    "a message has a delay or a moment that it is not ready before, not both");
        }
        if (delay != null && delay.isNegative()) {
            throw new IllegalArgumentException("a delay is not negative");
        }
        if (ttl != null && (ttl.isNegative() || ttl.isZero())) {
            throw new IllegalArgumentException("a time to live is more than zero");
        }
        if (maxAttempts != null && maxAttempts < 1) {
            throw new IllegalArgumentException("a message has at least one attempt");
        }
        int characters = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            characters += header.getKey().length() + header.getValue().length();
        }
        if (characters > MAX_HEADERS) {
            throw new IllegalArgumentException("headers have at most " + MAX_HEADERS + " characters together");
        }
    }

    private static void checkText(String what, @Nullable String text) {
        if (text != null && (text.isEmpty() || text.length() > MAX_TEXT)) {
            throw new IllegalArgumentException("a " + what + " has 1 to " + MAX_TEXT + " characters");
        }
    }

    /** Returns a message of bytes. */
    public static NewMessage of(byte[] payload) {
        return new NewMessage(
                payload, ContentType.BYTES, null, DEFAULT_PRIORITY, null, null, null, null, null, Set.of(), Map.of());
    }

    /** Returns a message of text. */
    public static NewMessage of(String text) {
        return of(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)).withContentType(ContentType.TEXT);
    }

    /** Returns a message of a JSON text, which is not checked. */
    public static NewMessage json(String json) {
        return of(json).withContentType(ContentType.JSON);
    }

    /** Returns a copy with a content type. */
    public NewMessage withContentType(ContentType value) {
        return new NewMessage(
                payload, value, key, priority, notBefore, delay, ttl, dedupId, maxAttempts, groups, headers);
    }

    /** Returns a copy with a key: messages of one key are delivered one after the other. */
    public NewMessage withKey(String value) {
        return new NewMessage(
                payload, contentType, value, priority, notBefore, delay, ttl, dedupId, maxAttempts, groups, headers);
    }

    /** Returns a copy with a priority from 0 to 9. */
    public NewMessage withPriority(int value) {
        return new NewMessage(
                payload, contentType, key, value, notBefore, delay, ttl, dedupId, maxAttempts, groups, headers);
    }

    /** Returns a copy that is not ready before a moment. */
    public NewMessage withNotBefore(Instant value) {
        return new NewMessage(
                payload, contentType, key, priority, value, delay, ttl, dedupId, maxAttempts, groups, headers);
    }

    /** Returns a copy that is ready after a delay. */
    public NewMessage withDelay(Duration value) {
        return new NewMessage(
                payload, contentType, key, priority, notBefore, value, ttl, dedupId, maxAttempts, groups, headers);
    }

    /** Returns a copy that expires after a time. */
    public NewMessage withTtl(Duration value) {
        return new NewMessage(
                payload, contentType, key, priority, notBefore, delay, value, dedupId, maxAttempts, groups, headers);
    }

    /** Returns a copy with a dedup id: within the queue's window a second message with the same id is a duplicate. */
    public NewMessage withDedupId(String value) {
        return new NewMessage(
                payload, contentType, key, priority, notBefore, delay, ttl, value, maxAttempts, groups, headers);
    }

    /** Returns a copy with a limit of attempts that replaces the queue's. */
    public NewMessage withMaxAttempts(Integer value) {
        return new NewMessage(
                payload, contentType, key, priority, notBefore, delay, ttl, dedupId, value, groups, headers);
    }

    /** Returns a copy that only some groups of a fan-out queue receive. */
    public NewMessage withGroups(Set<GroupName> value) {
        return new NewMessage(
                payload, contentType, key, priority, notBefore, delay, ttl, dedupId, maxAttempts, value, headers);
    }

    /** Returns a copy with headers, which are handed on as they are. */
    public NewMessage withHeaders(Map<String, String> value) {
        return new NewMessage(
                payload, contentType, key, priority, notBefore, delay, ttl, dedupId, maxAttempts, groups, value);
    }
}
