package dev.leat.engine.stream;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.KindRange;
import java.util.function.Consumer;

/** Decodes what the journal says about streams without applying it. */
public final class StreamChangeReader implements Feature {
    private final Consumer<StreamChange> reader;

    public StreamChangeReader(Consumer<StreamChange> reader) {
        this.reader = reader;
    }

    @Override
    public KindRange kinds() {
        return StreamChangeKinds.RANGE;
    }

    @Override
    public void replay(int kind, BytesIn change, long time) {
        reader.accept(StreamChange.read(kind, change));
    }
}
