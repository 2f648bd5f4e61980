package dev.leat.engine.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Ack;
import dev.leat.api.subscription.Glob;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.Wake;
import dev.leat.api.subscription.WakeTarget;
import dev.leat.engine.Doctor;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.testkit.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/** However a directory was used, as long as nothing damaged it, the doctor finds nothing wrong. */
class SoundLivesTest {
    private static final int STREAMS = 12;
    private static final SubscriptionId WORK = SubscriptionId.of("work");

    private static final Settings BUSY = Patient.SETTINGS
            .with(new CheckpointSettings(200_000, 1L << 30, 16 << 20))
            .with(ArchiveSettings.defaults().withSegmentBytes(300_000));

    @TempDir
    Path temp;

    @Seeds(6)
    void nothingIsFoundInASoundDirectory(long seed) {
        Random random = new Random(seed);
        Path directory = temp.resolve("life-0");
        for (int life = 1; life <= 4; life++) {
            Path next = temp.resolve("life-" + life);
            boolean killed = random.nextBoolean();
            try (Leat leat = Leat.open(directory, BUSY)) {
                for (int step = 0; step < 150; step++) {
                    step(leat, random);
                }
                Patient.checkpoint(leat);
                for (int step = 0; killed && step < 5; step++) {
                    leat.stream("last").create(StreamConfig.text());
                    leat.stream("last").append("step " + step);
                }
                if (killed) {
                    Patient.copy(directory, next);
                }
            }
            directory = killed ? next : directory;

            assertThat(Doctor.check(directory).problems()).isEmpty();
            assertThat(Doctor.check(directory).findings())
                    .extracting(Finding::what)
                    .noneMatch(what -> what.contains("damaged"));
        }
    }

    private static void step(Leat leat, Random random) {
        DurableStream stream = leat.stream("s" + random.nextInt(STREAMS));
        try {
            switch (random.nextInt(14)) {
                case 0, 1 -> stream.create(StreamConfig.text());
                case 2 -> stream.create(StreamConfig.forkOf(Fork.of("s" + random.nextInt(STREAMS))));
                case 3 -> stream.delete();
                case 4 -> stream.close();
                case 5 ->
                    stream.append(Body.of("p"), new ProducerStamp("p" + random.nextInt(3), random.nextInt(50), 0));
                case 6 -> subscribe(leat.engine(), random);
                case 7 -> work(leat.engine());
                default -> stream.append(new byte[1 + random.nextInt(20_000)]);
            }
        } catch (RejectedException e) {
            // not there, closed, or there already: the life goes on
        }
    }

    private static void subscribe(Engine engine, Random random) {
        WakeTarget target = new WakeTarget.PullWake(StreamPath.of("last"));
        SubscriptionConfig config =
                new SubscriptionConfig(new Glob("s*"), List.of(), target, SubscriptionConfig.SHORTEST_LEASE, null);
        engine.call(new Command.Subscribe(WORK, config));
        engine.call(new Command.Link(WORK, List.of(StreamPath.of("s" + random.nextInt(2 * STREAMS)))));
        engine.call(new Command.Unlink(WORK, StreamPath.of("s" + random.nextInt(2 * STREAMS))));
        engine.call(new Command.Unsubscribe(SubscriptionId.of("short-lived")));
        engine.call(new Command.Subscribe(SubscriptionId.of("short-lived"), config));
        engine.call(new Command.KeepSecret("key", new byte[] {1}));
    }

    private static void work(Engine engine) {
        Wake wake = engine.call(new Command.Claim(WORK, "ann")).wake();
        List<Ack> acks = wake.streams().stream()
                .map(link -> new Ack(link.path(), link.tail()))
                .toList();
        engine.call(new Command.Settle(WORK, wake.wakeId(), wake.generation(), acks, true));
    }
}
