package dev.leat.engine.replica;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A replica that keeps in order what it is told. Its state on disk is its list, so nothing is applied twice. */
final class RecordedReplica implements Replica {
    final List<Applied> applied;
    final List<Long> ledTerms = new ArrayList<>();
    long leads; // the term; 0 if it follows
    int refusals;

    @Nullable
    NodeId leader;

    record Applied(long index, long term, String text) {}

    /** @param before what an earlier life applied */
    RecordedReplica(List<Applied> before) {
        this.applied = new ArrayList<>(before);
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public long applied() {
        return applied.isEmpty() ? 0 : applied.get(applied.size() - 1).index;
    }

    @Override
    public void apply(long index, long term, ByteBuffer entry) {
        applied.add(
                new Applied(index, term, StandardCharsets.UTF_8.decode(entry).toString()));
    }

    @Override
    public void lead(long term) {
        leads = term;
        ledTerms.add(term);
    }

    @Override
    public void follow(@Nullable NodeId of, long term) {
        leads = 0;
        leader = of;
    }

    @Override
    public void refused(long term, String why) {
        refusals++;
    }
}
