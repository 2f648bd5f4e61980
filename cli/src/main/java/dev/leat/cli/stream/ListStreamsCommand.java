package dev.leat.cli.stream;

import dev.leat.api.spi.Query;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.TextTable;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.RemoteCommand;
import dev.leat.client.LeatClient;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat stream list}. */
@Command(name = "list", description = "Lists the streams that one may read, in order of their paths.")
final class ListStreamsCommand extends RemoteCommand {
    private static final int PAGE = 1000;

    @Parameters(
            paramLabel = "PREFIX",
            arity = "0..1",
            defaultValue = "",
            description = "What their paths begin with; else all.")
    private String prefix = "";

    @Option(names = "--after", paramLabel = "PATH", description = "Only those after this one.")
    private @Nullable StreamPath after;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            defaultValue = "1000",
            description = "How many, at most (${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = {"-l", "--long"},
            description = "Also tell what each is. With --json this changes what each line has.")
    private boolean details;

    @Override
    protected int run(LeatClient leat) {
        if (limit < 1) {
            throw misused("--limit is 1 or more");
        }
        List<StreamInfo> found = find(leat);
        boolean more = found.size() > limit;
        List<StreamInfo> shown = more ? found.subList(0, limit) : found;
        if (details) {
            details(shown);
        } else {
            shown.forEach(stream -> print(stream.path()));
        }
        if (more) {
            out().flush();
            err().println("There are more: --after " + shown.getLast().path());
        }
        return ExitCodes.DONE;
    }

    /** Returns one stream more than is shown, to know whether there are more. */
    private List<StreamInfo> find(LeatClient leat) {
        List<StreamInfo> found = new ArrayList<>();
        StreamPath from = after;
        while (found.size() <= limit) {
            StreamPage page = leat.engine().call(new Query.Find(prefix, from, Math.min(PAGE, limit + 1)));
            found.addAll(page.streams());
            if (!page.more()) {
                break;
            }
            from = page.streams().getLast().path();
        }
        return found;
    }

    private void print(StreamPath path) {
        if (isJson()) {
            JsonPrinter.line(out(), json -> {
                json.writeStartObject();
                json.writeStringField("path", path.value());
                json.writeEndObject();
            });
        } else {
            out().println(path);
        }
    }

    private void details(List<StreamInfo> streams) {
        TextTable table = new TextTable("path", "content type", "tail", "closed", "messages", "bytes");
        for (StreamInfo info : streams) {
            if (isJson()) {
                JsonPrinter.line(out(), json -> StreamAnswers.write(json, info));
            } else {
                table.line(
                        info.path().value(),
                        info.contentType().value(),
                        info.tail().toString(),
                        info.closed() ? "closed" : "-",
                        Long.toString(info.messages()),
                        Long.toString(info.bytes()));
            }
        }
        if (!isJson() && !streams.isEmpty()) {
            table.print(out());
        }
    }
}
