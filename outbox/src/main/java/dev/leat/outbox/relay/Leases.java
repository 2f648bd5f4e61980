package dev.leat.outbox.relay;

import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.EventRows;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The claims whose rows are with a sink right now. They are renewed for as long as that takes. */
final class Leases {

    private final Database database;
    private final EventRows events;
    private final long leaseMillis;
    private final Map<UUID, List<Long>> held = new ConcurrentHashMap<>();

    Leases(Database database, EventRows events, long leaseMillis) {
        this.database = database;
        this.events = events;
        this.leaseMillis = leaseMillis;
    }

    void hold(UUID claim, List<Long> seqs) {
        held.put(claim, seqs);
    }

    void drop(UUID claim) {
        held.remove(claim);
    }

    void renew() throws SQLException {
        for (Map.Entry<UUID, List<Long>> claim : held.entrySet()) {
            database.transaction(connection -> events.renew(connection, claim.getKey(), claim.getValue(), leaseMillis));
        }
    }
}
