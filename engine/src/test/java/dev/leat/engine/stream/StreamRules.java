package dev.leat.engine.stream;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.leat.Leat;
import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.Limits;
import dev.leat.testkit.Pieces;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;

/** An engine in memory with small limits, and the words in which the rules of streams are told. */
abstract class StreamRules {
    final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    final Leat leat = Leat.inMemory(Settings.defaults()
            .with(now::get)
            .with(Limits.defaults()
                    .withAppendBytes(1000)
                    .withStreamBytes(5000)
                    .withTotalBytes(8000)
                    .withProducers(3)));

    @AfterEach
    void close() {
        leat.close();
    }

    final DurableStream stream(String path) {
        return leat.stream(path);
    }

    final void pass(long seconds) {
        now.updateAndGet(t -> t.plusSeconds(seconds));
    }

    final AppendResult produce(String path, String text, long epoch, long seq) {
        return stream(path).append(Body.of(text), new ProducerStamp("p", epoch, seq));
    }

    final AppendResult append(String path, ContentType type, String text, ProducerStamp producer, String seq) {
        Body body = Body.of(text.getBytes(StandardCharsets.UTF_8));
        return leat.engine().call(new Command.Append(StreamPath.of(path), type, body, producer, seq, false));
    }

    final List<String> texts(String path) {
        List<String> texts = new ArrayList<>();
        Messages messages = Pieces.read(stream(path));
        while (true) {
            messages.forEach(message -> texts.add(message.text()));
            if (messages.upToDate()) {
                return texts;
            }
            messages = Pieces.read(stream(path), messages.next());
        }
    }

    /** References are given back by a call of their own, which a call to the same shard waits for. */
    final void awaitGone(String path) {
        while (!(rejection(() -> stream(path).delete()) instanceof Rejection.StreamNotFound)) {
            Thread.onSpinWait();
        }
    }

    static Rejection rejection(ThrowingCallable call) {
        return catchThrowableOfType(RejectedException.class, call).rejection();
    }
}
