package dev.leat.api.queue;

import dev.leat.api.spi.Engine;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a worker works.
 *
 * @param lease null for the queue's
 * @param presenceTtl null for the server's default
 */
record WorkerConfig(
        Engine engine,
        QueueName queue,
        @Nullable GroupName group,
        ConsumerName consumer,
        String instance,
        Handler handler,
        int concurrency,
        @Nullable Duration lease,
        Duration waitFor,
        Duration patience,
        @Nullable Duration presenceTtl,
        Map<String, String> labels) {}
