package dev.leat.engine.shard;

import dev.leat.api.Rejection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The features of one shard, and which of them a kind of change belongs to. */
public final class Features {
    private final List<Feature> all = new ArrayList<>();
    private final @Nullable Feature[] byKind = new @Nullable Feature[256];

    public static Features of(Feature... features) {
        Features some = new Features();
        for (Feature feature : features) {
            some.add(feature);
        }
        return some;
    }

    void add(Feature feature) {
        KindRange kinds = feature.kinds();
        for (int kind = kinds.first(); kind <= kinds.last(); kind++) {
            if (byKind[kind] != null) {
                throw new IllegalStateException("two features claim changes of kind " + kind);
            }
            byKind[kind] = feature;
        }
        all.add(feature);
    }

    void replay(int kind, BytesIn change, long time) {
        Feature owner = byKind[kind];
        if (owner == null) {
            throw new IllegalStateException("the journal has a change of kind " + kind + ", made by a newer Leat");
        }
        owner.replay(kind, change, time);
    }

    long due() {
        long due = Long.MAX_VALUE;
        for (int i = 0; i < all.size(); i++) {
            due = Math.min(due, all.get(i).due());
        }
        return due;
    }

    void expire(Changes changes) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).due() <= changes.time()) {
                all.get(i).expire(changes);
            }
        }
    }

    void conclude(Changes changes) {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).conclude(changes);
        }
    }

    void abandon(Rejection rejection) {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).abandon(rejection);
        }
    }

    List<CheckpointPart> capture() {
        List<CheckpointPart> parts = new ArrayList<>(all.size());
        for (Feature feature : all) {
            parts.add(feature.capture());
        }
        return parts;
    }
}
