package dev.leat.outbox.relay;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Strategy by which the rows of a route are claimed, handed on and settled: one implementation for each {@link dev.leat.outbox.spi.RouteOptions.Mode}. */
interface RelayMode {

    /** Which nodes may hand rows on. */
    enum Owner {
        /** Only this node. */
        THIS_NODE,
        /** Another node, for some of them. */
        ANOTHER_NODE,
        ANY_NODE
    }

    /** Hands on what is due. Returns how many rows it found: a batch or more if another worker is of use. */
    int take(BooleanSupplier stopping) throws SQLException, InterruptedException;

    /** The first turn of a worker that was woken. What has just been committed may go first then, and only then. */
    default int takeWoken(BooleanSupplier stopping) throws SQLException, InterruptedException {
        return take(stopping);
    }

    /**
     * There are rows in these shards; returns which nodes may hand them on.
     *
     * @param commit that wrote them; null if it has more than a batch
     */
    default Owner offer(@Nullable UUID commit, Set<Integer> shards) {
        return Owner.ANY_NODE;
    }

    /** What does not get on by itself. */
    default List<String> alerts() {
        return List.of();
    }
}
