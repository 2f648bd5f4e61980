package dev.leat.cli.queue;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageGroup;
import dev.leat.api.queue.MessageQueue;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.ExitCodes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Pauses or resumes the deliveries of a queue. */
abstract class DeliveriesCommand extends SingleQueueCommand {
    private final boolean paused;

    @Option(names = "--group", paramLabel = "GROUP", description = "Only of this group of a fan-out queue.")
    private @Nullable GroupName group;

    DeliveriesCommand(boolean paused) {
        this.paused = paused;
    }

    @Override
    final int run(MessageQueue queue) {
        if (group == null) {
            change(queue);
        } else {
            change(queue.group(group.value()));
        }
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("queue", queue.name().value());
                json.writeBooleanField("paused", paused);
                json.writeEndObject();
            });
        } else {
            String what = group == null ? "" : ", group " + group;
            out().println((paused ? "paused " : "resumed ") + queue.name() + what);
        }
        return ExitCodes.DONE;
    }

    private void change(MessageQueue queue) {
        if (paused) {
            queue.pause();
        } else {
            queue.resume();
        }
    }

    private void change(MessageGroup one) {
        if (paused) {
            one.pause();
        } else {
            one.resume();
        }
    }
}
