package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.figures.Figures;
import dev.leat.engine.figures.PresenceCounts;
import dev.leat.engine.figures.QueueMeter;
import dev.leat.engine.figures.QueueTotals;
import dev.leat.engine.figures.State;
import dev.leat.engine.figures.StreamMeter;
import dev.leat.engine.support.QueueRig;
import dev.leat.testkit.VirtualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class FiguresTest {

    @Test
    void whatHappensToStreamsIsCounted() {
        VirtualClock clock = VirtualClock.create();
        try (Leat leat = Leat.inMemory(Settings.defaults().with(clock))) {
            DurableStream stream = leat.stream("a");
            stream.create(StreamConfig.text().with(Body.of("first")));
            stream.create(StreamConfig.text());
            stream.append(Body.of("second"), new ProducerStamp("p", 0, 0));
            stream.append(Body.of("second"), new ProducerStamp("p", 0, 0));
            stream.append(List.of(new byte[2], new byte[3]));
            stream.delete();
            DurableStream brief = leat.stream("b");
            brief.create(StreamConfig.text().with(Lifetime.idle(Duration.ofMinutes(1))));
            clock.advance(Duration.ofMinutes(2));
            assertThatThrownBy(() -> brief.append("late")).isInstanceOf(RejectedException.class);

            StreamMeter.Figures streams = leat.figures().streams();

            assertThat(streams).isEqualTo(new StreamMeter.Figures(2, 1, 1, 2, 1, 4, 5 + 6 + 5));
        }
    }

    @Test
    void messagesThatComeTwiceAreCounted() {
        try (Leat leat = Leat.inMemory()) {
            MessageQueue jobs = leat.queues().create("jobs");
            NewMessage message = NewMessage.of("once").withDedupId("d");
            jobs.enqueue(message);
            jobs.enqueue(message);
            jobs.enqueueEach(List.of(message, NewMessage.of("other")));
            leat.transaction().enqueue("jobs", message).commit();

            QueueMeter.Figures queues = leat.figures().queueWork();

            assertThat(queues.duplicates()).isEqualTo(3);
            assertThat(queues.enqueued()).isEqualTo(2);
        }
    }

    @Test
    void aLeaseIsCountedByHowItEndedNotByHowTheOneBeforeDid() {
        QueueRig rig = new QueueRig();
        rig.create("jobs", QueueConfig.work());
        rig.enqueue("jobs", "job");
        rig.settle("jobs", Settlement.Release.of(rig.receive("jobs").deliveryId()));
        rig.settle("jobs", Settlement.Reject.of(rig.receive("jobs").deliveryId(), "no good"));

        QueueMeter.Figures queues = rig.meters().queues();

        assertThat(queues.released()).isEqualTo(1);
        assertThat(queues.nacked()).isEqualTo(1);
    }

    @Test
    void whatWaitsAndWhoWorksIsKnownAlsoAfterARestart() {
        QueueRig rig = new QueueRig();
        rig.create("jobs", QueueConfig.work());
        List.of("a", "b", "c").forEach(text -> rig.enqueue("jobs", text));
        rig.enqueue("jobs", NewMessage.of("later").withDelay(Duration.ofHours(1)));
        rig.receive("jobs", 1);
        QueueTotals working = rig.core().queues().totals();
        rig.checkpoint();
        rig.restart();
        QueueTotals restarted = rig.core().queues().totals();
        rig.advance(Duration.ofSeconds(45));
        PresenceCounts.Figures stale = rig.core().queues().totals().consumers();
        rig.advance(Duration.ofSeconds(45));
        PresenceCounts.Figures expired = rig.core().queues().totals().consumers();
        rig.call(new QueueCommand.DeleteQueue(QueueRig.queue("jobs"), false));

        assertThat(working.ready()).isEqualTo(2);
        assertThat(working.consumers()).isEqualTo(new PresenceCounts.Figures(1, 0, 0, 0));
        assertThat(restarted).isEqualTo(working);
        assertThat(stale).isEqualTo(new PresenceCounts.Figures(0, 1, 0, 0));
        assertThat(expired).isEqualTo(new PresenceCounts.Figures(0, 0, 1, 0));
        assertThat(rig.core().queues().totals())
                .isEqualTo(new QueueRig().core().queues().totals());
    }

    @Test
    void rejectionsAreCountedByKindWhoeverGivesThem() {
        try (Leat leat = Leat.inMemory()) {
            DurableStream missing = leat.stream("missing");
            DurableStream json = leat.stream("json");
            json.create(StreamConfig.json());
            refused(() -> missing.append("x")); // by a shard
            refused(missing::read); // by the reader
            refused(missing::delete);
            refused(missing::head);
            refused(() -> json.append("{"));
            refused(() -> json.append(Body.EMPTY)); // before a shard is asked

            assertThat(leat.figures().rejections())
                    .containsEntry("stream_not_found", 4L)
                    .containsEntry("malformed_json", 1L)
                    .containsEntry("nothing_to_append", 1L)
                    .containsEntry("overloaded", 0L)
                    .hasSizeGreaterThanOrEqualTo(20);
        }
    }

    @Test
    void aClosedEngineCountsWhomItTurnsAway() {
        Leat leat = Leat.inMemory();
        leat.close();

        refused(() -> leat.stream("a").append("x"));
        refused(() -> leat.stream("a").read());

        assertThat(leat.figures().rejections()).containsEntry("unavailable", 2L);
        assertThat(leat.state().phase()).isEqualTo(State.Phase.CLOSED);
    }

    @Test
    void whatWaitedTogetherSharesATurnAndACommit() throws Exception {
        try (Leat leat = Leat.inMemory(Settings.defaults().withShards(1))) {
            leat.stream("a").create(StreamConfig.text());
            CountDownLatch busy = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            leat.engine().submit(append("x"), blocking(busy, goOn));
            busy.await();
            List<CompletableFuture<AppendResult>> sent = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                sent.add(leat.engine().callAsync(append("y")).toCompletableFuture());
            }
            assertThat(leat.figures().shards().backlogs()).containsExactly(10);
            Figures before = leat.figures();

            goOn.countDown();
            sent.forEach(CompletableFuture::join);

            Figures after = leat.figures();
            assertThat(before.commits().calls().counts()).startsWith(2, 0, 0, 0, 0);
            assertThat(after.commits().calls().counts()).startsWith(2, 0, 0, 0, 1); // up to 1, 2, 4, 8, 16
            assertThat(after.commits().calls().sum()).isEqualTo(12);
            assertThat(after.shards().turns()).isEqualTo(3);
            assertThat(after.shards().calls()).isEqualTo(12);
            assertThat(after.shards().backlogs()).containsExactly(0);
        }
    }

    @Test
    void commitsAndCheckpointsOnDiskAreTimed(@TempDir Path dir) {
        VirtualClock clock = VirtualClock.create();
        try (Leat leat = Leat.open(dir, Settings.defaults().with(clock))) {
            DurableStream stream = leat.stream("a");
            stream.create(StreamConfig.text());
            for (int i = 0; i < 9; i++) {
                stream.append("message");
            }
            Figures before = leat.figures();
            clock.advance(Duration.ofMinutes(1));
            ((EmbeddedEngine) leat.engine()).checkpoint();

            Figures after = leat.figures();

            assertThat(before.commits().syncNanos().count()).isEqualTo(10);
            assertThat(before.commits().bytes().sum())
                    .isPositive()
                    .isLessThan(before.stats().journalBytes()); // which has a header and a note of its own
            assertThat(before.checkpoints().last()).isNull();
            assertThat(before.disk().archiveSegments()).isZero();
            assertThat(after.checkpoints().nanos().count()).isEqualTo(1);
            assertThat(after.checkpoints().failures()).isZero();
            assertThat(after.checkpoints().last()).isEqualTo(clock.instant());
            assertThat(after.disk().archiveSegments()).isEqualTo(1);
            assertThat(after.disk().archiveBytes()).isGreaterThan(after.stats().bytes());
            assertThat(after.disk().store().memtableBytes()).isPositive();
            assertThat(after.disk().free()).isPositive();
        }
    }

    @Test
    void coldReadsAndWatchersAreCounted(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir)) {
            DurableStream stream = leat.stream("a");
            stream.create(StreamConfig.text().with(Body.of("old")));
            ((EmbeddedEngine) leat.engine()).checkpoint();
            stream.append("new"); // its turn comes after the one that lets go of what the archive has
            CompletableFuture<Registration> watching = new CompletableFuture<>();
            leat.engine().watch(stream.path(), () -> {}, completing(watching));

            assertThat(leat.figures().reads().watchers()).isEqualTo(1);
            watching.join().close();
            watching.join().close();
            stream.async().read(Offset.START).toCompletableFuture().join();

            assertThat(leat.figures().reads().watchers()).isZero();
            while (leat.figures().reads().coldServed() == 0) { // it is counted when its thread is done with it
                Thread.onSpinWait();
            }
            assertThat(leat.figures().reads().coldServed()).isEqualTo(1);
            assertThat(leat.figures().reads().coldWaiting()).isZero();
        }
    }

    private static Command.Append append(String text) {
        return new Command.Append(StreamPath.of("a"), null, Body.of(text), null, null, false);
    }

    /** Keeps the thread of the shard, which decides nothing meanwhile. */
    private static Reply<AppendResult> blocking(CountDownLatch busy, CountDownLatch goOn) {
        return new Reply<>() {
            @Override
            public void answered(AppendResult outcome) {
                busy.countDown();
                await(goOn);
            }

            @Override
            public void refused(Rejection rejection) {}
        };
    }

    private static <O> Reply<O> completing(CompletableFuture<O> future) {
        return new Reply<>() {
            @Override
            public void answered(O outcome) {
                future.complete(outcome);
            }

            @Override
            public void refused(Rejection rejection) {
                future.completeExceptionally(RejectedException.withoutTrace(rejection));
            }
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void refused(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(RejectedException.class);
    }
}
