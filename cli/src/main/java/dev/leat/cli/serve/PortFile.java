package dev.leat.cli.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file with the port of the server, for scripts. */
final class PortFile {

    private PortFile() {}

    /** Writes the file atomically: it is never seen with a part of the number. */
    static void write(Path file, int port) throws IOException {
        Path whole = file.toAbsolutePath();
        Path temporary = whole.resolveSibling(whole.getFileName() + ".tmp");
        Files.writeString(temporary, port + "\n");
        Files.move(temporary, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
