package dev.leat.cli.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Tells scripts on which port the server listens. */
final class PortFile {

    private PortFile() {}

    /** Whoever sees the file finds all of the number in it. */
    static void write(Path file, int port) throws IOException {
        Path whole = file.toAbsolutePath();
        Path temporary = whole.resolveSibling(whole.getFileName() + ".tmp");
        Files.writeString(temporary, port + "\n");
        Files.move(temporary, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
