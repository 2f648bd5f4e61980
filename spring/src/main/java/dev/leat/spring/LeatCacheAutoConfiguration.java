package dev.leat.spring;

import dev.leat.cache.CacheMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A {@link CacheManager} with tags for an application that enables caching and has no other. {@link CacheTags} are read by a
 * cache resolver, because Spring gives it each call and uses the caches that it returns for that call alone.
 */
@AutoConfiguration(
        after = LeatOutboxAutoConfiguration.class,
        beforeName = "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration")
@ConditionalOnBean({LeatOutbox.class, CacheAspectSupport.class})
@ConditionalOnMissingBean(CacheManager.class)
@ConditionalOnProperty(prefix = "leat.cache", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(CacheProperties.class)
public final class LeatCacheAutoConfiguration {

    @Bean
    LeatCaches cacheManager(CacheProperties properties, ObjectProvider<CacheCustomizer> customizers, LeatOutbox outbox)
            throws SQLException {
        return new LeatCaches(properties, customizers.orderedStream().toList(), outbox, isolation(outbox));
    }

    /** Asked once, because asking is a round trip to some databases. */
    private static int isolation(LeatOutbox outbox) throws SQLException {
        try (Connection connection = outbox.source().getConnection()) {
            int isolation = connection.getTransactionIsolation();
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return isolation;
        }
    }

    @Bean
    TaggingCacheResolver taggingCacheResolver(LeatCaches caches, BeanFactory beans) {
        return new TaggingCacheResolver(caches, beans);
    }

    @Bean
    TagCheck tagCheck(ListableBeanFactory beans, TaggingCacheResolver resolver) {
        return new TagCheck(beans, resolver);
    }

    /** An application with a configurer of its own returns the resolver from it. */
    @Bean
    @ConditionalOnMissingBean(CachingConfigurer.class)
    CachingConfigurer leatCachingConfigurer(ObjectProvider<TaggingCacheResolver> resolver) {
        return new CachingConfigurer() {
            @Override
            public CacheResolver cacheResolver() {
                return resolver.getObject();
            }
        };
    }

    /** The meters of each cache. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MetricsConfiguration {

        @Bean
        MeterBinder leatCacheMeters(LeatCaches caches) {
            return registry -> caches.each((name, cache) -> new CacheMetrics(cache, name).bindTo(registry));
        }
    }
}
