package dev.leat.cli.outbox;

import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.TextTable;
import dev.leat.outbox.OutboxStatus;
import dev.leat.outbox.OutboxStatus.RouteStatus;
import dev.leat.outbox.spi.DeadRow;
import java.io.PrintWriter;
import java.util.List;

/** The output of the outbox commands as text. */
final class OutboxText {
    private OutboxText() {}

    static void status(List<OutboxStatus> all, PrintWriter out) {
        if (all.stream().allMatch(one -> one.routes().isEmpty())) {
            out.println("No rows, and no route has handed any on.");
            return;
        }
        TextTable table = new TextTable(
                "namespace", "route", "ready", "claimed", "dead", "attempts", "oldest", "last hand-off", "paused");
        for (OutboxStatus one : all) {
            one.routes()
                    .forEach(route -> table.line(
                            one.namespace(),
                            route.route(),
                            String.valueOf(route.ready()),
                            String.valueOf(route.claimed()),
                            String.valueOf(route.dead()),
                            String.valueOf(route.attempts()),
                            oldest(route),
                            DisplayText.time(route.lastHandOff()),
                            route.paused() ? "paused" : DisplayText.NONE));
        }
        table.print(out);
    }

    static void dead(List<DeadRow> rows, int limit, PrintWriter out) {
        if (rows.isEmpty()) {
            out.println("No dead rows.");
            return;
        }
        TextTable table = new TextTable("id", "route", "key", "attempts", "written", "error");
        for (DeadRow row : rows) {
            table.line(
                    String.valueOf(row.seq()),
                    row.route(),
                    DisplayText.text(row.key()),
                    String.valueOf(row.attempts()),
                    DisplayText.time(row.createdAt()),
                    DisplayText.line(DisplayText.text(row.error())));
        }
        table.print(out);
        if (rows.size() == limit) {
            out.println("There may be more: --after " + rows.getLast().seq());
        }
    }

    static void count(String done, int rows, PrintWriter out) {
        out.println(rows == 0 ? "No such row is dead." : rows + (rows == 1 ? " row " : " rows ") + done + ".");
    }

    private static String oldest(RouteStatus route) {
        return route.ready() == 0 ? DisplayText.NONE : DisplayText.time(route.oldestReady());
    }
}
