package dev.leat.engine.stream;

/** What a stream remembers of a producer. */
final class ProducerState {
    final String id;
    long epoch;
    long seq;
    long used;
    boolean dirty = true;

    ProducerState(String id, long epoch, long seq, long used) {
        this.id = id;
        this.epoch = epoch;
        this.seq = seq;
        this.used = used;
    }
}
