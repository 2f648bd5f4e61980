package dev.leat.engine.crash;

import dev.leat.Leat;
import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.engine.settings.Limits;
import dev.leat.engine.shard.Placement;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.storage.settings.JournalSettings;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.testkit.Pieces;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The process that is killed. It opens a data directory, tells its parent everything that is in it, takes the parent's plan,
 * and writes and reads until it is killed or asked to stop. It tells every attempt before it is made and every answer after it
 * came.
 */
final class Child {
    static final long TOTAL_LIMIT = 24L << 20;
    static final long STREAM_LIMIT = 6L << 20;
    static final int SHARDS = 4;

    private final Leat leat;
    private final Wire wire = new Wire();
    private final long round;
    private final AtomicLong counter = new AtomicLong();

    private Child(Leat leat, long round) {
        this.leat = leat;
        this.round = round;
    }

    /** Everything small, so that checkpoints, joined runs and reclaimed segments happen all the time. */
    static Settings settings() {
        Limits limits = Limits.defaults()
                .withAppendBytes(64 << 10)
                .withStreamBytes(STREAM_LIMIT)
                .withTotalBytes(TOTAL_LIMIT);
        return Settings.defaults()
                .withShards(SHARDS)
                .withThreads(2)
                .with(limits)
                .with(new CheckpointSettings(256 << 10, 512 << 20, 16 << 20))
                .with(new JournalSettings(2 << 20, 256 << 10, 1))
                .with(new ArchiveSettings(512 << 10, 4, 64 << 10))
                .with(new StoreSettings(1 << 20, 64 << 10, 32, 1));
    }

    public static void main(String[] args) throws Exception {
        new Wire().say("HELLO");
        try (Leat leat = Leat.open(Path.of(args[0]), settings())) {
            new Child(leat, Long.parseLong(args[1])).live(Long.parseLong(args[2]));
        } catch (Throwable failure) {
            new Wire().wrong(trace(failure));
            System.exit(3);
        }
    }

    static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    private void live(long seed) throws Exception {
        settle();
        dump();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        Plan plan = Plan.read(in);
        Workload workload = new Workload(this, plan, seed);
        workload.start();
        String word = in.readLine();
        if (!"stop".equals(word)) {
            throw new IllegalStateException("the parent is gone");
        }
        workload.stop();
        wire.say("BYE");
    }

    Wire wire() {
        return wire;
    }

    Leat leat() {
        return leat;
    }

    long round() {
        return round;
    }

    long nextId() {
        return round << 32 | counter.incrementAndGet();
    }

    // ---- what is there

    /** Every shard has done what recovery left to do: references that are given back may free a source, and that another. */
    private void settle() {
        for (int pass = 0; pass < 8; pass++) {
            for (int shard = 0; shard < SHARDS; shard++) {
                int number = 0;
                while (Placement.shard(StreamPath.of("none/" + number), SHARDS) != shard) {
                    number++;
                }
                String path = "none/" + number;
                refusal(() -> leat.stream(path).delete());
            }
        }
    }

    private void dump() {
        StreamPath after = null;
        boolean more = true;
        while (more) {
            StreamPage page = leat.find("", after, 10);
            for (StreamPath path : page.paths()) {
                dump(leat.stream(path.value()));
                after = path;
            }
            more = page.more();
        }
        wire.say("E " + leat.stats().bytes());
    }

    private void dump(DurableStream stream) {
        StreamInfo info = stream.head();
        boolean json = info.contentType().isJson();
        wire.say("D " + stream.path() + " " + json + " " + info.closed() + " "
                + info.tail().position());
        Offset from = Offset.START;
        boolean more = true;
        while (more) {
            Messages found = Pieces.read(stream, from);
            StringBuilder line = new StringBuilder("M");
            for (Message message : found) {
                line.append(' ').append(message.offset().position());
                line.append(':').append(Long.toHexString(Content.id(message, json)));
                line.append(':').append(message.next().position());
            }
            wire.say(line.toString());
            from = found.next();
            more = !found.upToDate();
        }
    }

    // ---- what is done, told before and after

    /** Empty if it was refused. */
    Optional<AppendResult> append(
            int worker, String path, boolean json, List<Long> ids, @Nullable ProducerStamp stamp, boolean close) {
        String by = stamp == null ? "- 0 0" : stamp.id() + " " + stamp.epoch() + " " + stamp.seq();
        wire.say("A " + worker + " " + path + " " + by + " " + close + " " + Content.text(ids));
        Body body = ids.isEmpty() ? Body.EMPTY : Content.body(ids, json);
        return told(worker, new Command.Append(StreamPath.of(path), null, body, stamp, null, close))
                .map(done -> {
                    wire.say("+ " + worker + " " + done.tail().position() + " " + done.duplicate());
                    return done;
                });
    }

    boolean create(int worker, String path, boolean json, List<Long> ids) {
        wire.say("C " + worker + " " + path + " " + json + " " + Content.text(ids));
        StreamConfig config = StreamConfig.of(json ? ContentType.JSON : ContentType.BYTES);
        return created(worker, path, ids.isEmpty() ? config : config.with(Content.body(ids, json)));
    }

    boolean fork(int worker, String path, String source, long at) {
        wire.say("F " + worker + " " + path + " " + source + " " + at);
        return created(worker, path, StreamConfig.forkOf(Fork.of(source).at(new Offset(at))));
    }

    private boolean created(int worker, String path, StreamConfig config) {
        Command.Create create = new Command.Create(
                StreamPath.of(path), config.contentType(), null, config.body(), false, config.fork());
        Optional<CreateStreamResult> done = told(worker, create);
        done.ifPresent(outcome -> wire.say("+ " + worker + " " + outcome.tail().position() + " " + !outcome.isNew()));
        return done.isPresent();
    }

    boolean delete(int worker, String path) {
        wire.say("Z " + worker + " " + path);
        Optional<DeleteStreamResult> done = told(worker, new Command.Delete(StreamPath.of(path)));
        done.ifPresent(outcome -> wire.say("+ " + worker + " 0 " + outcome.hidden()));
        return done.isPresent();
    }

    private <O extends Outcome> Optional<O> told(int worker, Command<O> command) {
        try {
            return Optional.of(leat.engine().call(command));
        } catch (RejectedException e) {
            wire.say("- " + worker + " " + e.rejection().getClass().getSimpleName());
            if (isStrange(e.rejection())) {
                wire.wrong(command + ": " + e.getMessage());
            }
            return Optional.empty();
        }
    }

    /** What the load itself brings about is expected; anything else is a bug, here or there. */
    private static boolean isStrange(Rejection rejection) {
        return switch (rejection) {
            case Rejection.StreamNotFound refusal -> false;
            case Rejection.StreamGone refusal -> false;
            case Rejection.StreamExists refusal -> false;
            case Rejection.StreamClosed refusal -> false;
            case Rejection.ForkSourceNotFound refusal -> false;
            case Rejection.ForkSourceGone refusal -> false;
            case Rejection.StreamFull refusal -> false;
            case Rejection.StorageFull refusal -> false;
            case Rejection.Overloaded refusal -> false;
            case Rejection.Unavailable refusal -> !refusal.cause().contains("clos");
            default -> true;
        };
    }

    static Optional<Rejection> refusal(Runnable call) {
        try {
            call.run();
            return Optional.empty();
        } catch (RejectedException e) {
            return Optional.of(e.rejection());
        }
    }

    List<Long> freshIds(int count) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(nextId());
        }
        return ids;
    }
}
