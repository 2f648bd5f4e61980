package dev.leat.storage.layout;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** Changes to files and directories that are still there after the power failed. */
public final class DurableFiles {

    private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

    private DurableFiles() {}

    /** Makes the creation, renaming and deletion of a directory's entries durable. */
    public static void syncDirectory(Path directory) throws IOException {
        if (WINDOWS) {
            return; // a directory cannot be opened there, and its entries are journalled anyway
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Makes a file's being there durable. */
    public static void syncParent(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            syncDirectory(parent);
        }
    }

    /** Makes the content of a file durable. */
    public static void syncFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Creates a directory and its missing parents, each of them durable. */
    public static void createDirectories(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        if (Files.isDirectory(directory) || parent == null) {
            return;
        }
        createDirectories(parent);
        Files.createDirectories(directory);
        syncDirectory(parent);
    }

    public static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findAny().isEmpty();
        }
    }

    /** Puts bytes in the place of a file: after a crash it has either the old content or the new one. */
    static void replace(Path file, Path temporary, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncParent(file);
    }
}
