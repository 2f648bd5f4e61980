package dev.leat.outbox;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/**
 * An instruction to caches: the key, tag, entity or collection to invalidate, or everything. Never carries a value.
 *
 * <p>Entities and collections are tags to a cache: {@code entity("user", "42")} is the tag {@code user:42}. In tag text
 * {@code %} is written {@code %25} and {@code :} inside a segment {@code %3A}, so that no two intents share a tag by accident.
 */
public sealed interface Intent {

    /** One cached entry. */
    record Key(String key) implements Intent {
        public Key {
            TextLimits.text("key", key, TextLimits.TARGET);
        }
    }

    /** Every entry that carries the tag. */
    record Tag(String tag) implements Intent {
        public Tag {
            TextLimits.text("tag", tag, TextLimits.TARGET);
        }
    }

    /** Every entry that was made from one business object. */
    record Entity(String entity, String id) implements Intent {
        public Entity {
            TextLimits.text("entity", entity, TextLimits.TARGET);
            TextLimits.text("id", id, TextLimits.TARGET);
        }
    }

    /** Every entry that was made from a set of business objects: lists, counts, searches. */
    record Collection(String name) implements Intent {
        public Collection {
            TextLimits.text("collection", name, TextLimits.TARGET);
        }
    }

    /** Everything. */
    record Flush() implements Intent {}

    /** Returns the intent to invalidate the entry with a key. */
    static Intent key(String key) {
        return new Key(key);
    }

    /** Returns the intent to invalidate all entries with a tag. */
    static Intent tag(String tag) {
        return new Tag(tag);
    }

    /** Returns the intent to invalidate all entries that were made from a business object. */
    static Intent entity(String entity, String id) {
        return new Entity(entity, id);
    }

    /** Returns the intent to invalidate all entries that were made from a business object. */
    static Intent entity(String entity, long id) {
        return new Entity(entity, Long.toString(id));
    }

    /** Returns the intent to invalidate all entries that were made from a set of business objects. */
    static Intent collection(String name) {
        return new Collection(name);
    }

    /** Returns the intent to invalidate everything. */
    static Intent flush() {
        return new Flush();
    }

    /** The word in the column {@code kind}. */
    default String kind() {
        if (this instanceof Key) {
            return "key";
        } else if (this instanceof Tag) {
            return "tag";
        } else if (this instanceof Entity) {
            return "entity";
        } else if (this instanceof Collection) {
            return "collection";
        }
        return "flush";
    }

    /** The text in the column {@code target}: plain, except that an entity is two escaped segments joined by a colon. */
    default String target() {
        if (this instanceof Key key) {
            return key.key();
        } else if (this instanceof Tag tag) {
            return tag.tag();
        } else if (this instanceof Entity entity) {
            return escape(entity.entity()) + ":" + escape(entity.id());
        } else if (this instanceof Collection collection) {
            return collection.name();
        }
        return "";
    }

    /** The tag a cache knows this by; empty for a key and for a flush. */
    default Optional<String> tagText() {
        if (this instanceof Tag || this instanceof Collection) {
            return Optional.of(escape(target()));
        }
        return this instanceof Entity ? Optional.of(target()) : Optional.empty();
    }

    /** The same bytes for the same intent, for ever. Each part is preceded by its length, so parts cannot run into each other. */
    default byte[] targetHash() {
        MessageDigest digest = sha256();
        part(digest, "leat-intent-1");
        part(digest, kind());
        if (this instanceof Entity entity) {
            part(digest, entity.entity());
            part(digest, entity.id());
        } else if (!(this instanceof Flush)) {
            part(digest, target());
        }
        return digest.digest();
    }

    /**
     * Reads a row back, also one that was written by other programs.
     *
     * @throws IllegalArgumentException if it says nothing that can be understood
     */
    static Intent of(String kind, String target) {
        return switch (kind) {
            case "key" -> key(target);
            case "tag" -> tag(target);
            case "collection" -> collection(target);
            case "entity" -> entity(target);
            case "flush" -> flush();
            default -> throw new IllegalArgumentException("unknown kind of intent: " + kind);
        };
    }

    private static Intent entity(String target) {
        String[] segments = target.split(":", -1);
        if (segments.length != 2) {
            throw new IllegalArgumentException("an entity is written kind:id, not " + target);
        }
        return entity(unescape(segments[0]), unescape(segments[1]));
    }

    /** One segment of a tag. */
    static String escape(String segment) {
        return segment.replace("%", "%25").replace(":", "%3A");
    }

    private static String unescape(String segment) {
        return segment.replace("%3A", ":").replace("%3a", ":").replace("%25", "%");
    }

    private static void part(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
