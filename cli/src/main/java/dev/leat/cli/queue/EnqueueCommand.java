package dev.leat.cli.queue;

import dev.leat.api.RejectedException;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.cli.console.CommandFailedException;
import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.ProgressBar;
import dev.leat.cli.remote.CommandInput;
import dev.leat.cli.remote.ExitCodes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code leat queue enqueue}. */
@Command(
        name = "enqueue",
        description =
                "Puts a message in, and answers when that is on disk. With --lines each line is a message, and they go"
                        + " some hundred at once.")
final class EnqueueCommand extends SingleQueueCommand {
    private static final int BATCH = 500;
    private static final int BATCH_BYTES = 1 << 20;

    @Parameters(index = "1", paramLabel = "TEXT", arity = "0..1", description = "The message; else see --file.")
    private @Nullable String text;

    @Mixin
    private CommandInput input = new CommandInput();

    @Mixin
    private MessageOptions options = new MessageOptions();

    @Override
    int run(MessageQueue queue) throws CommandFailedException, InterruptedException {
        input.says(text);
        return input.isLines() ? lines(queue) : one(queue);
    }

    private int one(MessageQueue queue) throws CommandFailedException {
        EnqueueResult taken = queue.enqueue(message(input.bytes()));
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("messageId", taken.messageId().value());
                json.writeNumberField("seq", taken.seq());
                json.writeBooleanField("duplicate", taken.duplicate());
                json.writeEndObject();
            });
        } else {
            out().println((taken.duplicate() ? "there already: " : "enqueued ") + taken.messageId() + ", seq "
                    + taken.seq());
        }
        return ExitCodes.DONE;
    }

    private NewMessage message(byte[] payload) {
        try {
            return options.message(payload);
        } catch (IllegalArgumentException e) {
            throw misused(String.valueOf(e.getMessage()));
        }
    }

    private int lines(MessageQueue queue) throws CommandFailedException, InterruptedException {
        if (options.hasDedupId()) {
            throw misused("--dedup-id is for one message, and --lines are many");
        }
        Batches batches = new Batches(queue);
        int code = ExitCodes.DONE;
        try (ProgressBar bar = ProgressBar.of(spec(), DisplayText::bytes)) {
            long size = input.size();
            input.lines(line -> {
                batches.add(message(line.bytes()));
                bar.at("enqueuing", line.end(), size);
            });
            batches.send();
        } catch (RejectedException e) {
            code = refused(e.rejection());
        }
        tell(batches.enqueued);
        return code;
    }

    /** Prints the count, also after a failure: what was enqueued stays. */
    private void tell(long enqueued) {
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeNumberField("enqueued", enqueued);
                json.writeEndObject();
            });
        } else {
            out().println("enqueued " + DisplayText.count(enqueued, "message"));
        }
    }

    /** Collector of messages, which are enqueued in batches. */
    private static final class Batches {
        private final MessageQueue queue;
        private final List<NewMessage> batch = new ArrayList<>();
        private long bytes;
        private long enqueued;

        Batches(MessageQueue queue) {
            this.queue = queue;
        }

        void add(NewMessage message) {
            batch.add(message);
            bytes += message.payload().length;
            if (batch.size() >= BATCH || bytes >= BATCH_BYTES) {
                send();
            }
        }

        void send() {
            if (!batch.isEmpty()) {
                queue.enqueue(batch);
                enqueued += batch.size();
                batch.clear();
                bytes = 0;
            }
        }
    }
}
