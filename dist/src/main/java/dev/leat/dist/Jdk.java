package dev.leat.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The JDK that makes the image, and that the image gets its Java from. */
final class Jdk {

    /**
     * What the executable uses. Left out are java.desktop and what libraries use in parts that are not called here: the
     * consoles of H2, beans of YAML, scripts of Logback, agents.
     */
    static final List<String> MODULES = List.of(
            "java.base",
            "java.logging",
            "java.management",
            "java.naming",
            "java.net.http",
            "java.security.jgss",
            "java.sql",
            "java.xml",
            "jdk.crypto.ec",
            "jdk.jcmd", // thread dumps and heap dumps of a server that misbehaves
            "jdk.jfr",
            "jdk.management",
            "jdk.net",
            "jdk.unsupported");

    private final Path home;
    private final int version;

    private Jdk(Path home, int version) {
        this.home = home;
        this.version = version;
    }

    static Jdk running() {
        return new Jdk(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    int version() {
        return version;
    }

    Platform platform() {
        return findPlatform().orElseThrow();
    }

    /** Why this JDK cannot make an image; empty if it can. */
    Optional<String> cannotLink() throws IOException, InterruptedException {
        if (findPlatform().isEmpty()) {
            return Optional.of(
                    "there is none for " + System.getProperty("os.name") + " on " + System.getProperty("os.arch"));
        }
        if (!Files.isExecutable(tool("jlink"))) {
            return Optional.of("the JDK at " + home + " has no jlink");
        }
        if (!Files.isDirectory(home.resolve("jmods")) && !linksItself()) {
            return Optional.of(
                    "the JDK at " + home + " has no jmods directory, and was not built to be linked without one");
        }
        return Optional.empty();
    }

    private boolean linksItself() throws IOException, InterruptedException {
        return Program.of(tool("jlink"), "--help").run().contains("Linking from run-time image enabled");
    }

    /** Makes a Java of the modules that are needed. */
    void link(Path runtime) throws IOException, InterruptedException {
        Program.of(tool("jlink"), "--output", runtime.toString(), "--add-modules", String.join(",", MODULES))
                .with("--no-header-files", "--no-man-pages", "--compress", "zip-6")
                .run();
    }

    private Path tool(String name) {
        return home.resolve("bin").resolve(name);
    }

    private Optional<Platform> findPlatform() {
        return Platform.of(System.getProperty("os.name"), System.getProperty("os.arch"), isMusl());
    }

    private boolean isMusl() {
        try {
            return Files.readString(home.resolve("release")).contains("LIBC=\"musl\"");
        } catch (IOException e) {
            return false; // says nothing, as most do
        }
    }
}
