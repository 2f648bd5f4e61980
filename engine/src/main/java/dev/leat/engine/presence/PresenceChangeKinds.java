package dev.leat.engine.presence;

import dev.leat.engine.shard.KindRange;

/** Numbers of the kinds of {@link PresenceChange}. They are on disk: never change one. */
final class PresenceChangeKinds {
    static final KindRange RANGE = new KindRange(80, 95);

    static final int KNOWN = 80;
    static final int SEEN = 81;
    static final int TURNED = 82;
    static final int FORGOTTEN = 83;
    static final int GROUP_FORGOTTEN = 84;
    static final int QUEUE_FORGOTTEN = 85;

    private PresenceChangeKinds() {}
}
