package dev.leat.bench.http;

import dev.leat.bench.run.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option with the key for the servers that are measured. */
public final class KeyOption {
    private final @Nullable String standard;

    @Option(
            names = "--api-key-file",
            paramLabel = "FILE",
            description = "The file that holds the API key or token to use; else what LEAT_API_KEY says.")
    private @Nullable Path file;

    /** @param standard the key if no flag says so */
    public KeyOption(@Nullable String standard) {
        this.standard = standard;
    }

    /** @throws BenchException if it cannot be read */
    public @Nullable String key() {
        try {
            return file == null ? standard : Files.readString(file).strip();
        } catch (IOException e) {
            throw new BenchException("cannot read the API key from " + file, e);
        }
    }
}
