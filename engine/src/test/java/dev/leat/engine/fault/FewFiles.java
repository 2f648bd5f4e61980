package dev.leat.engine.fault;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.Settings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A process that may open few files, and opens all of them while an engine runs in it. It prints what appends and a read were refused
 * for, and what the stream holds after the files were closed again.
 */
final class FewFiles {
    private static final String PADDING = "x".repeat(2000);

    private final List<RandomAccessFile> open = new ArrayList<>();
    private final List<String> answered = new ArrayList<>();
    private final Set<String> refusals = new TreeSet<>();

    private FewFiles() {}

    public static void main(String[] args) throws Exception {
        for (Class<?> each : List.of(Leat.class, Rejection.class, dev.leat.storage.StorageException.class)) {
            loadAll(each);
        }
        new FewFiles().run(Path.of(args[0]));
    }

    /** A class cannot be read from its directory when no file can be opened. */
    private static void loadAll(Class<?> of) throws Exception {
        URI place = of.getProtectionDomain().getCodeSource().getLocation().toURI();
        Path root = Path.of(place);
        if (Files.isDirectory(root)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".class")).toList()) {
                    String name =
                            root.relativize(file).toString().replace('/', '.').replaceFirst("\\.class$", "");
                    if (!name.endsWith("-info")) {
                        Class.forName(name, true, FewFiles.class.getClassLoader());
                    }
                }
            }
        }
    }

    private void run(Path data) throws IOException {
        Settings settings = Small.settings().with(Small.settings().archive().withIdleFiles(0));
        try (Leat leat = Leat.open(data, settings)) {
            leat.stream("cold").create(StreamConfig.text());
            leat.stream("cold").append("archived");
            refused(() -> leat.stream("missing").append("x")); // loads what a refusal needs
        }
        try (Leat leat = Leat.open(data, settings)) {
            DurableStream stream = leat.stream("a");
            stream.create(StreamConfig.text());
            append(stream);
            Small.texts(leat, "cold");
            refusals.clear();
            takeAll(data);

            while (!refusals.contains("FilesExhausted")) {
                refused(() -> append(stream));
            }
            refusals.remove("Unavailable"); // while it recovered
            System.out.println("append: " + refusals);
            refusals.clear();
            refused(() -> leat.stream("cold").read().list());
            System.out.println("read: " + refusals);

            for (RandomAccessFile file : open) {
                file.close();
            }
            Small.until(() -> refused(() -> append(stream)));
            System.out.println("after: " + Small.texts(leat, "a").equals(answered) + " " + Small.texts(leat, "cold"));
        }
    }

    private void append(DurableStream stream) {
        String text = answered.size() + PADDING;
        stream.append(text);
        answered.add(text);
    }

    /** Returns whether it went well. */
    private boolean refused(Runnable work) {
        try {
            work.run();
            return true;
        } catch (RejectedException e) {
            refusals.add(e.rejection().getClass().getSimpleName());
            return false;
        }
    }

    private void takeAll(Path data) throws IOException {
        while (true) {
            try {
                open.add(new RandomAccessFile(data.resolve("LOCK").toFile(), "r"));
            } catch (IOException tooMany) {
                return;
            }
        }
    }

    static String process(Path data) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n 256 && exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FewFiles.class.getName(),
                        data.toString())
                .redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return answer;
    }
}
