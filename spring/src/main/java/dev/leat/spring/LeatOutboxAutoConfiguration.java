package dev.leat.spring;

import dev.leat.outbox.Invalidations;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxBuilder;
import dev.leat.outbox.metrics.OutboxMetrics;
import dev.leat.outbox.spi.Sink;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.ConfigurableTransactionManager;

/**
 * An {@link Outbox} on the application's data source. Beans of type {@link Sink} are routes, named as the beans are; beans of
 * type {@link Invalidations} are caches that follow; beans of type {@link OutboxCustomizer} have the last word.
 */
@AutoConfiguration(after = {DataSourceAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class})
@ConditionalOnBean(DataSource.class)
@ConditionalOnProperty(prefix = "leat.outbox", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(OutboxProperties.class)
public final class LeatOutboxAutoConfiguration {

    private final DataSource source;

    LeatOutboxAutoConfiguration(
            @OutboxDataSource ObjectProvider<DataSource> marked, ObjectProvider<DataSource> sources) {
        DataSource found = marked.getIfAvailable();
        source = unwrap(found != null ? found : sources.getObject());
    }

    /** Transaction managers know the data source without this proxy. */
    private static DataSource unwrap(DataSource source) {
        return source instanceof TransactionAwareDataSourceProxy proxy
                ? Objects.requireNonNull(proxy.getTargetDataSource())
                : source;
    }

    /** Not closed as a bean, but by its lifecycle, while what its sinks need is still there. */
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    Outbox outbox(OutboxProperties properties, ListableBeanFactory beans, ObjectProvider<OutboxCustomizer> customizers)
            throws SQLException {
        OutboxBuilder builder = Outbox.builder(source);
        properties.applyTo(builder);
        Map<String, Sink> sinks = beans.getBeansOfType(Sink.class);
        sinks.forEach((route, sink) -> builder.sink(route, sink, properties.options(route, sink)));
        properties.routes().forEach((name, route) -> {
            if (!sinks.containsKey(name)) {
                builder.route(name, route.options());
            }
        });
        beans.getBeansOfType(Invalidations.class).values().forEach(builder::cache);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }

    @Bean
    OutboxLifecycle outboxLifecycle(Outbox outbox) {
        return new OutboxLifecycle(outbox);
    }

    @Bean
    @ConditionalOnMissingBean
    LeatOutbox leatOutbox(ObjectProvider<Outbox> outbox) {
        return new LeatOutbox(outbox::getObject, source);
    }

    @Bean
    SmartInitializingSingleton outboxCommits(
            LeatOutbox outbox, ObjectProvider<ConfigurableTransactionManager> managers) {
        return () -> managers.orderedStream().forEach(outbox::listenTo);
    }

    /** The health of the outbox. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class HealthConfiguration {

        @Bean
        @ConditionalOnMissingBean(name = "outboxHealthIndicator")
        @ConditionalOnEnabledHealthIndicator("outbox")
        HealthIndicator outboxHealthIndicator(Outbox outbox, LeatOutboxAutoConfiguration configuration) {
            return new OutboxHealth(outbox, configuration.source);
        }
    }

    /** The meters of the outbox. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MetricsConfiguration {

        @Bean
        MeterBinder outboxMeters(Outbox outbox) {
            return new OutboxMetrics(outbox);
        }
    }
}
