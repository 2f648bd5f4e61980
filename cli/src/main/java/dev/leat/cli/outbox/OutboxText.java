package dev.leat.cli.outbox;

import dev.leat.outbox.DeadRow;
import dev.leat.outbox.OutboxStatus;
import dev.leat.outbox.OutboxStatus.RouteStatus;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers for people. */
final class OutboxText {
    private static final int ERROR_LENGTH = 120;
    private static final String NONE = "-";

    private OutboxText() {}

    static void status(List<OutboxStatus> all, PrintWriter out) {
        if (all.stream().allMatch(one -> one.routes().isEmpty())) {
            out.println("No rows, and no route has handed any on.");
            return;
        }
        Columns table = new Columns(
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
                            time(route.lastHandOff()),
                            route.paused() ? "paused" : NONE));
        }
        table.print(out);
    }

    static void dead(List<DeadRow> rows, int limit, PrintWriter out) {
        if (rows.isEmpty()) {
            out.println("No dead rows.");
            return;
        }
        Columns table = new Columns("id", "route", "key", "attempts", "written", "error");
        for (DeadRow row : rows) {
            table.line(
                    String.valueOf(row.seq()),
                    row.route(),
                    text(row.key()),
                    String.valueOf(row.attempts()),
                    time(row.createdAt()),
                    line(text(row.error())));
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
        return route.ready() == 0 ? NONE : words(route.oldestReady());
    }

    /** The two largest parts, which is as exact as anybody wants it. */
    private static String words(Duration time) {
        if (time.toDays() > 0) {
            return time.toDays() + "d" + time.toHoursPart() + "h";
        }
        if (time.toHours() > 0) {
            return time.toHours() + "h" + time.toMinutesPart() + "m";
        }
        return time.toMinutes() > 0 ? time.toMinutes() + "m" + time.toSecondsPart() + "s" : time.toSeconds() + "s";
    }

    private static String text(@Nullable String text) {
        return text == null ? NONE : text;
    }

    private static String time(@Nullable Instant time) {
        return time == null ? NONE : time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** An error may have many lines, and letters that a terminal would obey. */
    private static String line(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= ERROR_LENGTH ? line : line.substring(0, ERROR_LENGTH) + "…";
    }
}
