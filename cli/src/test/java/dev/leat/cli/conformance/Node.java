package dev.leat.cli.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.testkit.Output;
import dev.leat.testkit.Requirement;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Node, and the packages that package-lock.json names, installed once into the target directory. */
final class Node {
    private static final Path SOURCES = Path.of("src", "test", "node");
    private static final Path TARGET = Path.of("target", "node");
    private static final int OLDEST = 20;
    private static final Pattern VERSION = Pattern.compile("v(\\d+)\\..*", Pattern.DOTALL);

    /** Why the packages could not be installed: nobody has to wait for that twice. */
    private static String failure;

    private final Path node;
    private final Path directory;

    private Node(Path node, Path directory) {
        this.node = node;
        this.directory = directory;
    }

    /** Skips the test if there is no Node, or no way to get the packages. */
    static synchronized Node ready() throws IOException {
        Path node = Requirement.NODE.program("node");
        Path npm = Requirement.NODE.program("npm");
        String version =
                Output.of(new ProcessBuilder(node.toString(), "--version")).text();
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches() || Integer.parseInt(parts.group(1)) < OLDEST) {
            throw Requirement.NODE.missing("node is " + version.strip() + ", and " + OLDEST + " or newer is needed");
        }
        Path directory = TARGET.resolve(fingerprint());
        Files.createDirectories(TARGET);
        // tests run in more than one process
        try (FileChannel channel =
                FileChannel.open(TARGET.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // until it is closed
            if (!Files.exists(directory)) {
                install(npm, directory);
            }
            copy(directory, ".js");
        }
        return new Node(node, directory.toAbsolutePath());
    }

    /** Runs a script of src/test/node, or of a package. */
    ProcessBuilder script(String script, String... args) {
        List<String> command = new ArrayList<>(List.of(node.toString(), script));
        command.addAll(Arrays.asList(args));
        return new ProcessBuilder(command).directory(directory.toFile());
    }

    private static void install(Path npm, Path directory) throws IOException {
        if (failure != null) {
            throw Requirement.NODE.missing(failure);
        }
        Path unfinished = Files.createDirectories(TARGET.resolve("unfinished"));
        copy(unfinished, ".json");
        Output output = Output.of(new ProcessBuilder(
                        npm.toString(),
                        "ci",
                        "--ignore-scripts",
                        "--prefer-offline",
                        "--no-audit",
                        "--no-fund",
                        "--fetch-retry-mintimeout=1000",
                        "--fetch-retry-maxtimeout=10000")
                .directory(unfinished.toFile()));
        if (output.status() != 0) {
            failure = "npm could not install the packages: " + output.gist();
            throw Requirement.NODE.missing(failure);
        }
        Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void copy(Path to, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(suffix)).toList()) {
                Path copy = to.resolve(file.getFileName());
                if (!Files.exists(copy) || Files.mismatch(file, copy) >= 0) { // others may be reading it
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static String fingerprint() throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Files.readString(SOURCES.resolve("package-lock.json")).getBytes(UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
