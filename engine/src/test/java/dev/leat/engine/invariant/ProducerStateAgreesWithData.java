package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A stream remembers of each producer exactly the last append that is in it: it is there with the data or not at all. */
public record ProducerStateAgreesWithData(Function<Command.Append, Object> call) implements Ledger.Promise {
    @Override
    public void check(Ledger ledger, Ledger.Page page, Ledger.Content content) {
        for (String id : page.clients.keySet()) {
            ProducerStamp last = null;
            for (String message : content.own(page)) {
                last = message.startsWith(id + ".") ? stamp(message) : last;
            }
            check(page, id, last, new Offset(content.tail()));
        }
    }

    private void check(Ledger.Page page, String id, @Nullable ProducerStamp last, Offset tail) {
        if (last != null) {
            assertThat(call.apply(append(page, last)))
                    .as("a repeat of %s in %s", last, page.path)
                    .isEqualTo(new AppendResult(tail, false, true, last));
        }
        long expected = last == null ? 0 : last.seq() + 1;
        long epoch = last == null ? 0 : last.epoch();
        assertThat(call.apply(append(page, new ProducerStamp(id, epoch, expected + 1))))
                .as("an append of %s in %s from the future", id, page.path)
                .isEqualTo(new Rejection.ProducerGap(expected, expected + 1));
    }

    private static Command.Append append(Ledger.Page page, ProducerStamp stamp) {
        return new Command.Append(page.path, null, Body.of("a probe"), stamp, null, false);
    }

    /** A message tells who appended it: {@code producer.epoch.seq;}. */
    static ProducerStamp stamp(String message) {
        String[] parts = message.substring(0, message.indexOf(';')).split("\\.");
        return new ProducerStamp(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }
}
