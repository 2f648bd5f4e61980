package dev.leat.cli;

import dev.leat.cli.config.FailureText;
import dev.leat.cli.console.CommandFailedException;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.remote.AnsweringCommand;
import dev.leat.cli.remote.CommandGroup;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyBook;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat key}: API keys for the server. */
@Command(name = "key", description = "API keys for the server.", subcommands = KeyCommand.Create.class)
final class KeyCommand extends CommandGroup {

    /** {@code leat key create}: makes a key, and keeps its hash. */
    @Command(
            name = "create",
            description = {
                "Makes an API key and prints it. It is not kept anywhere: only its hash goes into the file of keys, which"
                        + " a running server reads again by itself.",
            },
            exitCodeList = {
                "0:done",
                "2:could not: the file of keys cannot be written or read, or a name or scope that cannot be",
            })
    static final class Create extends AnsweringCommand {

        @Parameters(paramLabel = "NAME", description = "the name of the key, for logs and rate limits")
        private String name = "";

        @Option(
                names = "--scope",
                required = true,
                paramLabel = "ACTION:PATH",
                description = {
                    "What the key is good for; may be given more than once. ACTION is read, append, create, delete, admin"
                            + " or *. PATH is one stream (orders), all streams below (orders/**), or everything (*). For"
                            + " queues ACTION is enqueue, receive, claim, browse or manage, and PATH the name of one, what"
                            + " names begin with (orders-*), or everything (*).",
                })
        private List<String> scopes = new ArrayList<>();

        @Option(
                names = "--file",
                paramLabel = "FILE",
                description = "The file of keys to add it to. Without it, the entry is printed.")
        private @Nullable Path file;

        @Override
        protected int run() throws CommandFailedException {
            String key = ApiKey.generate();
            try {
                ApiKey entry =
                        ApiKey.of(name, key, scopes.stream().map(Scope::parse).toList());
                if (file != null) {
                    new KeyBook(file).add(entry);
                }
                print(key, entry);
                return ExitCodes.DONE;
            } catch (IllegalArgumentException e) {
                throw misused(String.valueOf(e.getMessage()));
            } catch (NoSuchFileException e) {
                throw new CommandFailedException("could not write " + file + ": its directory is not there", e);
            } catch (IOException e) {
                throw new CommandFailedException("could not write " + file + ": " + FailureText.of(e), e);
            }
        }

        private void print(String key, ApiKey entry) {
            if (isJson()) {
                JsonPrinter.print(out(), json -> {
                    json.writeStartObject();
                    json.writeStringField("key", key);
                    json.writeFieldName("entry");
                    json.writeRawValue(KeyFile.write(entry).strip());
                    json.writeEndObject();
                });
            } else if (file == null) {
                printWithEntry(key, entry);
            } else { // the key alone, so that a script can take it
                out().println(key);
                err().println("Added " + name + " to " + file + ". The key is shown only this once.");
                err().flush();
            }
        }

        private void printWithEntry(String key, ApiKey entry) {
            out().println("The key, shown only this once:");
            out().println();
            out().println(key);
            out().println();
            out().println("To be added to \"keys\" in the server's file of keys:");
            out().println();
            out().print(KeyFile.write(entry));
        }
    }
}
