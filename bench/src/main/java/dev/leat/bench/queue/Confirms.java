package dev.leat.bench.queue;

import java.util.BitSet;

/** The set of messages that were published last and are confirmed. They are numbered from 1 for a whole channel. */
final class Confirms {
    private final BitSet waiting = new BitSet();
    private long first = 1;
    private int count;

    /** Records further published messages; all earlier ones are confirmed. */
    void published(int messages) {
        first += count;
        count = messages;
        waiting.set(0, messages);
    }

    /** One is confirmed, or all up to it; true if that was the last one. */
    boolean confirmed(long tag, boolean multiple) {
        int index = (int) (tag - first);
        boolean any = !waiting.isEmpty();
        waiting.clear(multiple ? 0 : index, index + 1);
        return any && waiting.isEmpty();
    }
}
