package dev.leat.engine.fault;

import dev.leat.Leat;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.RedriveOptions;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Glob;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.WakeTarget;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A life in which the store gets rows of every kind. */
final class AllFeatures {
    private AllFeatures() {}

    static void live(Leat leat) {
        streams(leat);
        queues(leat);
        leat.engine()
                .call(new Command.Subscribe(
                        SubscriptionId.of("work"),
                        new SubscriptionConfig(
                                new Glob("s/*"),
                                List.of(),
                                new WakeTarget.PullWake(StreamPath.of("wakes")),
                                SubscriptionConfig.SHORTEST_LEASE,
                                null)));
        leat.engine().call(new Command.Link(SubscriptionId.of("work"), List.of(StreamPath.of("s/0"))));
        leat.engine().call(new Command.KeepSecret("key", new byte[] {1, 2, 3}));
    }

    private static void streams(Leat leat) {
        leat.stream("wakes").create(StreamConfig.json());
        for (int i = 0; i < 6; i++) {
            leat.stream("s/" + i).create(StreamConfig.text());
            leat.stream("s/" + i).append(Body.of("first " + i), new ProducerStamp("producer", 1, 0));
        }
        leat.stream("fork").create(StreamConfig.forkOf(Fork.of("s/1")));
        leat.stream("closed").create(StreamConfig.text().with(Body.of("last")).ended());
    }

    private static void queues(Leat leat) {
        MessageQueue dead = leat.queue("dead");
        dead.create(QueueConfig.work());
        MessageQueue jobs = leat.queue("jobs");
        jobs.create(QueueConfig.work().toBuilder()
                .maxAttempts(1)
                .deadLetter(QueueName.of("dead"))
                .dedupWindow(Duration.ofHours(1))
                .build());
        for (int i = 0; i < 8; i++) {
            jobs.enqueue(NewMessage.of("job " + i)
                    .withKey("key " + i)
                    .withDedupId("id " + i)
                    .withTtl(Duration.ofDays(1))
                    .withHeaders(Map.of("name", "value " + i)));
        }
        List<Delivery> leased = jobs.consumer("ann").receive(3, Duration.ZERO).deliveries();
        jobs.ack(leased.get(0));
        jobs.nack(leased.get(1));
        dead.redrive(RedriveOptions.ALL.withRate(0.001));
        leat.engine()
                .call(new QueueCommand.Heartbeat(
                        QueueName.of("jobs"),
                        null,
                        ConsumerName.of("ann"),
                        "one",
                        Duration.ofMinutes(1),
                        Map.of("host", "here"),
                        false));
        MessageQueue news = leat.queue("news");
        news.create(QueueConfig.fanout());
        news.group("readers").create(new GroupStart.Head());
        news.enqueue("news");
    }
}
