package dev.leat.bench.queue;

import dev.leat.bench.queue.CycleShape.Acks;
import dev.leat.bench.run.Contest;
import dev.leat.bench.run.Measured;
import dev.leat.bench.run.Pace;
import dev.leat.bench.run.Result;
import dev.leat.bench.run.Unit;
import dev.leat.bench.run.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Every connection enqueues, receives and acks, over a queue that is nearly empty. */
final class CyclesPart {
    private final List<QueueServer> servers;
    private final QueueNames names;

    CyclesPart(List<QueueServer> servers, QueueNames names) {
        this.servers = servers;
        this.names = names;
    }

    static String label(int messages, Acks acks, int connections) {
        String what = messages == 1 ? "one message" : messages + " messages";
        String steps = acks == Acks.AT_ONCE ? "enqueue, receive, ack" : "enqueue, ack with the next receive,";
        return String.format("%s of %s, %,d connection%s", steps, what, connections, connections == 1 ? "" : "s");
    }

    Result run(int messages, Acks acks, int connections, Pace pace) {
        List<Supplier<Workload>> contenders = new ArrayList<>();
        for (QueueServer server : servers) {
            contenders.add(
                    () -> FreshQueueWorkload.of(server, names.next(), CycleShape.cycle(messages, acks), connections));
        }
        List<Measured> measured = Contest.run(contenders, pace);
        return new Result(label(messages, acks, connections), Unit.MESSAGES, measured);
    }
}
