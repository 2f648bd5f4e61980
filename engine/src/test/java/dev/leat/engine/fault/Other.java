package dev.leat.engine.fault;

import dev.leat.Leat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Another process that opens a data directory, closes it, and says how that went. */
final class Other {
    private Other() {}

    public static void main(String[] args) {
        try {
            Leat.open(Path.of(args[0]), Small.settings()).close();
            System.out.print("opened");
        } catch (RuntimeException e) {
            System.out.print(e);
        }
    }

    static String process(Path data) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return answer;
    }
}
