package dev.leat.engine.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Producer;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import dev.leat.testkit.ForwardingEngine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
public class ProducerFinishTest {

    /** Carries out everything, and forgets to answer one append. */
    private static final class Forgetful extends ForwardingEngine {
        private final Engine engine;
        private final CompletableFuture<Reply<?>> unanswered = new CompletableFuture<>();
        private volatile boolean forgets;

        Forgetful(Engine engine) {
            this.engine = engine;
        }

        @Override
        protected Engine engine() {
            return engine;
        }

        @Override
        public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
            if (!forgets) {
                engine.submit(command, reply);
                return;
            }
            forgets = false;
            engine.submit(command, new Reply<O>() {
                @Override
                public void answered(O outcome) {
                    unanswered.complete(reply);
                }

                @Override
                public void refused(Rejection rejection) {
                    unanswered.completeExceptionally(new AssertionError(rejection.toString()));
                }
            });
        }
    }

    @Test
    void aStreamIsNotClosedBeforeAnAnswerThatMayHaveToBeAskedForAgain() throws Exception {
        try (Leat leat = Leat.inMemory()) {
            Forgetful engine = new Forgetful(leat.engine());
            DurableStream orders = new DurableStream(engine, StreamPath.of("orders"));
            orders.create(StreamConfig.text());
            Producer<byte[]> producer = orders.producer().id("importer").start();
            producer.append("a".getBytes(UTF_8)).toCompletableFuture().join();
            engine.forgets = true;
            var second = producer.append("b".getBytes(UTF_8)).toCompletableFuture();
            Reply<?> lost = engine.unanswered.join();

            AtomicReference<Object> finished = new AtomicReference<>();
            Thread finishing = Thread.ofPlatform().start(() -> {
                try {
                    finished.set(producer.finish());
                } catch (RuntimeException e) {
                    finished.set(e);
                }
            });
            while (finishing.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            lost.refused(new Rejection.OutcomeUnknown("the connection was lost"));
            finishing.join();

            assertThat(finished.get()).isInstanceOf(AppendResult.class);
            assertThat(second.join().duplicate()).isTrue();
            assertThat(orders.head().closed()).isTrue();
            assertThat(orders.head().tail().position()).isEqualTo(2);
        }
    }
}
