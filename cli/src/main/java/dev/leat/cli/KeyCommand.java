package dev.leat.cli;

import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyBook;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code leat key}: API keys for the server. */
@Command(
        name = "key",
        description = "API keys for the server.",
        mixinStandardHelpOptions = true,
        subcommands = KeyCommand.Create.class)
final class KeyCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }

    /** {@code leat key create}: makes a key, and keeps its hash. */
    @Command(
            name = "create",
            description = {
                "Makes an API key and prints it. It is not kept anywhere: only its hash goes into the file of keys, which"
                        + " a running server reads again by itself.",
            },
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Create implements Callable<Integer> {

        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Parameters(paramLabel = "NAME", description = "who will use the key; for logs and rate limits")
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
        public Integer call() {
            String key = ApiKey.generate();
            try {
                ApiKey entry =
                        ApiKey.of(name, key, scopes.stream().map(Scope::parse).toList());
                if (file == null) {
                    print(key, entry);
                } else {
                    new KeyBook(file).add(entry);
                    print(key);
                }
                return 0;
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            } catch (IOException e) {
                PrintWriter err = spec.commandLine().getErr();
                err.println("could not write the file of keys: " + e.getMessage());
                err.flush();
                return 1;
            }
        }

        /** On standard output the key alone, so that a script can take it. */
        private void print(String key) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(key);
            out.flush();
            PrintWriter err = spec.commandLine().getErr();
            err.println("Added " + name + " to " + file + ". The key is shown only this once.");
            err.flush();
        }

        private void print(String key, ApiKey entry) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("The key, shown only this once:");
            out.println();
            out.println(key);
            out.println();
            out.println("To be added to \"keys\" in the server's file of keys:");
            out.println();
            out.print(KeyFile.write(entry));
            out.flush();
        }
    }
}
