package dev.leat.engine.stream;

/** A call that learns where it runs when it gets there, because whoever sent it knew only the number. */
interface OnShard {
    void onShard(StreamShard shard);
}
