package dev.leat.outbox.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.BatchStamp;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.ProducerForgottenException;
import dev.leat.outbox.spi.RefusedException;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.spi.Sink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A stream behind a network that loses requests and answers, and delivers requests long after their client has given up, in any order.
 * Refuses a batch with a row whose payload begins with "bad".
 */
final class SimulatedStream implements Sink {

    private final SplittableRandom random;
    private final Map<String, Long> expected = new HashMap<>();
    private final List<Runnable> underWay = new ArrayList<>();
    final List<String> messages = new ArrayList<>();
    boolean calm;

    SimulatedStream(SplittableRandom random) {
        this.random = random;
    }

    @Override
    public Guarantee guarantee() {
        return Guarantee.IDEMPOTENT_PRODUCER;
    }

    @Override
    public void handOff(Batch batch) throws Exception {
        BatchStamp stamp = batch.stamp();
        List<String> payloads = batch.rows().stream()
                .map(Row::payload)
                .map(payload -> new String(payload, UTF_8))
                .toList();
        switch (calm ? 9 : random.nextInt(10)) {
            case 0 -> throw new IOException("the request was lost");
            case 1 -> {
                append(stamp, payloads);
                throw new IOException("the answer was lost");
            }
            case 2 -> {
                underWay.add(() -> appendLate(stamp, payloads));
                throw new IOException("given up while it was under way");
            }
            default -> append(stamp, payloads);
        }
    }

    /** A request that nobody waits for any more arrives. */
    void deliverOne() {
        if (!underWay.isEmpty()) {
            underWay.remove(random.nextInt(underWay.size())).run();
        }
    }

    private void appendLate(BatchStamp stamp, List<String> payloads) {
        try {
            append(stamp, payloads);
        } catch (RefusedException | ProducerForgottenException nobodyHears) {
            return;
        }
    }

    private void append(BatchStamp stamp, List<String> payloads) throws RefusedException, ProducerForgottenException {
        long next = expected.getOrDefault(stamp.producer(), 0L);
        if (stamp.seq() < next) {
            return;
        }
        if (stamp.seq() > next) {
            throw new ProducerForgottenException("expected " + next + ", not " + stamp.seq());
        }
        if (payloads.stream().anyMatch(payload -> payload.startsWith("bad"))) {
            throw new RefusedException("one of them is bad");
        }
        expected.put(stamp.producer(), next + 1);
        messages.addAll(payloads);
    }
}
