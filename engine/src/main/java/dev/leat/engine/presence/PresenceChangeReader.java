package dev.leat.engine.presence;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.KindRange;

/** Decodes what the journal says about consumers without applying it. */
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
