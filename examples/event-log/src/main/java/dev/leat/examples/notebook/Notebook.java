package dev.leat.examples.notebook;

import dev.leat.Leat;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A list of things to do, in a terminal. What is typed is appended to a stream before it shows, and the list is made from that
 * stream at every start, so nothing that was seen is ever lost: not by a crash, and not by undoing it.
 */
public final class Notebook {
    private static final String HELP = "add TEXT, done NUMBER, undo, list, history, at OFFSET, quit";

    private final DurableStream stream;
    private final PrintStream out;
    private final Todos todos;

    private Notebook(DurableStream stream, PrintStream out) {
        this.stream = stream;
        this.out = out;
        this.todos = until(Offset.NOW);
    }

    public static void main(String[] args) throws IOException {
        Path data = Path.of(args.length > 0 ? args[0] : "data");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Leat leat = Leat.open(data)) {
            open(leat, System.out).run(in);
        }
    }

    static Notebook open(Leat leat, PrintStream out) {
        DurableStream stream = leat.stream("notebook");
        stream.create(StreamConfig.json());
        return new Notebook(stream, out);
    }

    void run(BufferedReader in) throws IOException {
        out.println(HELP);
        list(todos);
        for (String line = in.readLine(); line != null && !line.equals("quit"); line = in.readLine()) {
            obey(line.strip());
        }
    }

    private void obey(String line) {
        Optional<Change> change = Change.parse(line);
        if (change.isPresent()) {
            make(change.get());
        } else if (line.equals("list")) {
            list(todos);
        } else if (line.equals("history")) {
            replay(
                    Offset.NOW,
                    message -> out.println(message.next() + "  "
                            + Change.ofJson(message.text()).line()));
        } else if (line.startsWith("at ")) {
            Offset.parse(line.substring(3))
                    .ifPresentOrElse(end -> list(until(end)), () -> out.println("no such offset"));
        } else if (!line.isEmpty()) {
            out.println(HELP);
        }
    }

    /** First to disk, then to the screen. */
    private void make(Change change) {
        Optional<String> objection = todos.objection(change);
        if (objection.isPresent()) {
            out.println(objection.get());
            return;
        }
        stream.append(change.json());
        todos.apply(change);
        list(todos);
    }

    /** The list as it was at an offset. */
    private Todos until(Offset end) {
        Todos made = new Todos();
        replay(end, message -> made.apply(Change.ofJson(message.text())));
        return made;
    }

    private void replay(Offset end, Consumer<Message> action) {
        Offset next = Offset.START;
        for (boolean more = true; more; ) {
            Messages batch = stream.read(next);
            batch.list().stream()
                    .filter(message -> message.next().compareTo(end) <= 0)
                    .forEach(action);
            next = batch.next();
            more = !batch.upToDate();
        }
    }

    private void list(Todos shown) {
        shown.lines().forEach(out::println);
    }
}
