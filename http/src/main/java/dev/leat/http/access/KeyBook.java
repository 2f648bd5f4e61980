package dev.leat.http.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Changes a {@link KeyFile}. A server that reads it meanwhile sees the old file or the new one, never a part; and only its
 * owner may read it.
 */
public final class KeyBook {
    private final Path file;

    public KeyBook(Path file) {
        this.file = file.toAbsolutePath();
    }

    /**
     * Adds a key; makes the file if there is none.
     *
     * @throws IllegalArgumentException if the file is flawed or has a key of this name
     */
    public void add(ApiKey key) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".new"); // also keeps other processes from changing it
        try (FileChannel channel =
                FileChannel.open(next, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), privately())) {
            List<ApiKey> keys = new ArrayList<>(keys());
            keys.add(key);
            byte[] content = KeyFile.write(keys).getBytes(StandardCharsets.UTF_8);
            KeyFile.parse(content);
            write(channel, content);
            keepOwner(next);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(
                    next + " is there: another process changes the file, or was interrupted; in that case delete it",
                    e);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(next);
            throw e;
        }
    }

    private List<ApiKey> keys() throws IOException {
        try {
            return Files.exists(file) ? KeyFile.parse(Files.readAllBytes(file)) : List.of();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static void write(FileChannel channel, byte[] content) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
        channel.force(true);
    }

    /** Keeps the file's owner when another user adds a key: the server must still be able to read it. */
    private void keepOwner(Path next) throws IOException {
        if (Files.exists(file) && isPosix() && !Files.getOwner(file).equals(Files.getOwner(next))) {
            Files.setOwner(next, Files.getOwner(file));
        }
    }

    private FileAttribute<?>[] privately() {
        return isPosix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private boolean isPosix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
