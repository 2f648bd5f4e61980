package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Query of the namespaces of a database, from one to the next, by indexes that begin with them: there are few, and many rows. */
public final class Namespaces {

    private Namespaces() {}

    public static SortedSet<String> read(Connection connection) throws SQLException {
        SortedSet<String> all = new TreeSet<>();
        for (String table : new String[] {"ob_event", "ob_route", "ob_node"}) {
            for (String found = after(connection, table, ""); found != null; found = after(connection, table, found)) {
                all.add(found);
            }
        }
        return all;
    }

    private static @Nullable String after(Connection connection, String table, String namespace) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select min(ns) from " + table + " where ns > ?")) {
            query.setString(1, namespace);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }
}
