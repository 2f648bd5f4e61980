package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** Query that counts the rows of a namespace by route and state. One query for each state, because the index that has all of it begins with the state, and rows that are kept are many. */
public final class RowTotals {

    private static final int CLAIMED = 1;

    private final Dialect dialect;
    private final String namespace;

    public RowTotals(Dialect dialect, String namespace) {
        this.dialect = dialect;
        this.namespace = namespace;
    }

    public Map<String, RouteTotals> read(Connection connection) throws SQLException {
        Map<String, RouteTotals> totals = new TreeMap<>();
        for (int state : new int[] {EventRows.READY, CLAIMED, EventRows.DEAD}) {
            count(connection, state, totals);
        }
        routes(connection, totals);
        return totals;
    }

    private void count(Connection connection, int state, Map<String, RouteTotals> totals) throws SQLException {
        String sql =
                "select route, count(*) as n, max(" + dialect.millisSince("due_at") + ") as age, sum(attempts) as tries"
                        + " from ob_event where ns = ? and state = " + state + " group by route";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, namespace);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    RouteTotals route = of(totals, row.getString("route"));
                    route.attempts += row.getLong("tries");
                    switch (state) {
                        case EventRows.READY -> {
                            route.ready = row.getLong("n");
                            route.oldestReadyMillis = Math.max(0, row.getLong("age"));
                        }
                        case CLAIMED -> route.claimed = row.getLong("n");
                        default -> route.dead = row.getLong("n");
                    }
                }
            }
        }
    }

    private void routes(Connection connection, Map<String, RouteTotals> totals) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select route, paused, handed_off_at from ob_route where ns = ?")) {
            query.setString(1, namespace);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    RouteTotals route = of(totals, row.getString("route"));
                    route.paused = row.getInt("paused") == 1;
                    route.handedOffAt = dialect.time(row, "handed_off_at");
                }
            }
        }
    }

    private static RouteTotals of(Map<String, RouteTotals> totals, String route) {
        return totals.computeIfAbsent(route, name -> new RouteTotals());
    }
}
