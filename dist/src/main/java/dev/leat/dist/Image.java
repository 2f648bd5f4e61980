package dev.leat.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** An application image: the executable, the Java it needs and a cache of its start, in one directory that can be put anywhere. */
record Image(Path home) {

    /**
     * Makes one, in place of whatever is there.
     *
     * @param files what it has besides, copied as it is
     */
    static Image make(Jdk jdk, StartCache cache, Path jar, Path files, Path home)
            throws IOException, InterruptedException {
        delete(home);
        copy(files, home);
        Image image = new Image(home);
        image.chooseOptions(jdk);
        jdk.link(home.resolve("runtime"));
        NativeLibraries.split(
                jar,
                jdk.platform(),
                image.lib().resolve("leat.jar"),
                image.lib().resolve("native"));
        new Training(image, cache).run();
        return image;
    }

    Path lib() {
        return home.resolve("lib");
    }

    Path launcher() {
        return home.resolve("bin").resolve("leat");
    }

    Path java() {
        return home.resolve("runtime").resolve("bin").resolve("java");
    }

    /** Makes an archive of it, in which it has the same name. */
    Path pack(Path directory) throws IOException, InterruptedException {
        Path archive = directory.resolve(home.getFileName() + ".tar.gz");
        Program.of("tar", "-C", home.resolveSibling(".").normalize().toString())
                .with("-czf", archive.toString(), String.valueOf(home.getFileName()))
                .run();
        return archive;
    }

    /** Java refuses to start with options that it does not know. */
    private void chooseOptions(Jdk jdk) throws IOException {
        Path newer = lib().resolve("jvm-23.options");
        if (jdk.version() >= 23) {
            Files.writeString(lib().resolve("jvm.options"), "\n" + Files.readString(newer), StandardOpenOption.APPEND);
        }
        Files.delete(newer);
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path source : walk(from)) {
            Path target = to.resolve(from.relativize(source).toString());
            if (Files.isDirectory(source)) {
                Files.createDirectories(target);
            } else {
                Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** With all that is in it. */
    static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            for (Path path :
                    walk(directory).stream().sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static List<Path> walk(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.toList();
        }
    }
}
