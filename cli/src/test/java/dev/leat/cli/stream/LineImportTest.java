package dev.leat.cli.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.cli.remote.CommandInput;
import dev.leat.testkit.ForwardingEngine;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LineImportTest {

    /** Of two answers, the second is heard first. */
    private static final class Overtaking extends ForwardingEngine {
        private final Engine engine;
        private final AtomicReference<@Nullable Runnable> first = new AtomicReference<>();
        private volatile boolean overtaking;

        Overtaking(Engine engine) {
            this.engine = engine;
        }

        @Override
        protected Engine engine() {
            return engine;
        }

        @Override
        public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
            if (!overtaking) {
                engine.submit(command, reply);
                return;
            }
            engine.submit(command, new Reply<O>() {
                @Override
                public void answered(O outcome) {
                    if (!first.compareAndSet(null, () -> reply.answered(outcome))) {
                        reply.answered(outcome);
                        first.getAndSet(null).run();
                    }
                }

                @Override
                public void refused(Rejection rejection) {
                    reply.refused(rejection);
                }
            });
        }
    }

    @Test
    void theTailIsThatOfTheLastLineInWhateverOrderAnswersAreHeard() {
        try (Leat leat = Leat.inMemory()) {
            Overtaking engine = new Overtaking(leat.engine());
            DurableStream letters = new DurableStream(engine, StreamPath.of("letters"));
            letters.create(StreamConfig.text());
            LineImport lines = new LineImport(letters);
            lines.add(line(1));
            while (lines.appended() < 1) {
                Thread.onSpinWait();
            }

            engine.overtaking = true;
            lines.add(line(2));
            lines.add(line(3));
            lines.finish();

            assertThat(lines.appended()).isEqualTo(3);
            assertThat(lines.tail()).isEqualTo(letters.head().tail());
        }
    }

    private static CommandInput.Line line(int number) {
        return new CommandInput.Line(("line " + number).getBytes(UTF_8), number, 0);
    }
}
