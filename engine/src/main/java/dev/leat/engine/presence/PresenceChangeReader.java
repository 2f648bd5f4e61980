package dev.leat.engine.presence;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.KindRange;

/** Decoder of the changes of consumers in the journal. It applies none. */
public final class PresenceChangeReader implements Feature {

    @Override
    public KindRange kinds() {
        return PresenceChangeKinds.RANGE;
    }

    @Override
    public void replay(int kind, BytesIn change, long time) {
        PresenceChange.read(kind, change);
    }
}
