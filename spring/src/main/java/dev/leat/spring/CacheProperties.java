package dev.leat.spring;

import dev.leat.cache.CacheBuilder;
import dev.leat.cache.TaggedCache;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the caches behind {@code @Cacheable}.
 *
 * @param enabled Whether the CacheManager is the one with tags.
 * @param ttl How long a value is served at most.
 * @param nullTtl How long it is remembered that a method returned null; as long as a value if it is not set, not at all if zero.
 * @param maximumSize How many values a cache holds at most.
 * @param caches What is different for a cache of this name.
 */
@ConfigurationProperties("leat.cache")
public record CacheProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("10m") Duration ttl,
        @Nullable Duration nullTtl,
        @DefaultValue("10000") long maximumSize,
        @DefaultValue Map<String, One> caches) {

    /**
     * What is different for one cache.
     *
     * @param ttl How long a value is served at most.
     * @param nullTtl How long it is remembered that a method returned null.
     * @param maximumSize How many values it holds at most.
     */
    public record One(
            @Nullable Duration ttl,
            @Nullable Duration nullTtl,
            @Nullable Long maximumSize) {}

    CacheBuilder<Object, Object> builder(String name) {
        One own = caches.getOrDefault(name, new One(null, null, null));
        Duration values = own.ttl() == null ? ttl : own.ttl();
        Duration nulls = own.nullTtl() == null ? nullTtl : own.nullTtl();
        CacheBuilder<Object, Object> builder = TaggedCache.<Object, Object>builder(values)
                .maximumSize(own.maximumSize() == null ? maximumSize : own.maximumSize());
        if (nulls == null) {
            builder.negativeTtl(values);
        } else if (!nulls.isZero()) {
            builder.negativeTtl(nulls);
        }
        return builder;
    }
}
