package dev.leat.spring;

import dev.leat.outbox.Intent;

/** The text of keys in invalidations, which other nodes have to understand. */
final class KeyText {

    private static final ClassValue<Boolean> HAS_TEXT = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("toString").getDeclaringClass() != Object.class;
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException("everything has toString", e);
            }
        }
    };

    private KeyText() {}

    static String of(String cache, Object key) {
        if (!HAS_TEXT.get(key.getClass())) {
            throw new IllegalArgumentException("a key of cache " + cache + " is of " + key.getClass()
                    + ", which has no toString of its own: other nodes could not be told which value to forget");
        }
        return Intent.escape(cache) + ":" + Intent.escape(key.toString());
    }
}
