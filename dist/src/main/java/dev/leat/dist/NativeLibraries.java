package dev.leat.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Takes native libraries out of a jar. Those of other machines are not needed, and those of this one would be unpacked into the
 * temporary directory by every start, where it may not be allowed to run them.
 */
final class NativeLibraries {
    private static final List<String> ENDINGS = List.of(".so", ".dll", ".dylib", ".jnilib");

    private NativeLibraries() {}

    /** Writes a jar without any, and those of a platform beside each other into a directory. */
    static void split(Path jar, Platform platform, Path without, Path directory) throws IOException {
        Set<String> missing = new HashSet<>(platform.libraries());
        Files.createDirectories(directory);
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar));
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(without))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                String name = entry.getName();
                if (missing.remove(name)) {
                    extract(in, directory.resolve(name.substring(name.lastIndexOf('/') + 1)));
                } else if (ENDINGS.stream().noneMatch(name::endsWith)) {
                    copy(in, name, entry, out);
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new IOException(jar + " does not have " + missing);
        }
    }

    private static void extract(ZipInputStream in, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            in.transferTo(out);
        }
        if (!file.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + file + " executable");
        }
    }

    private static void copy(ZipInputStream in, String name, ZipEntry original, ZipOutputStream out)
            throws IOException {
        ZipEntry entry = new ZipEntry(name); // sizes are found out again
        entry.setTime(original.getTime());
        out.putNextEntry(entry);
        in.transferTo(out);
        out.closeEntry();
    }
}
