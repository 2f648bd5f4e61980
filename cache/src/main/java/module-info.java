/** Values that are invalidated by what they were made from: {@link dev.leat.cache.TaggedCache}. */
@SuppressWarnings("requires-automatic") // Micrometer is an automatic module
module dev.leat.cache {
    requires static micrometer.core; // a program that binds metrics requires it, too
    requires static transitive org.jspecify;
    requires transitive dev.leat.outbox;
    requires com.github.benmanes.caffeine;
    requires org.slf4j;

    exports dev.leat.cache;
}
