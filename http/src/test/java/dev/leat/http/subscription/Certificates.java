package dev.leat.http.subscription;

import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/** Certificates that hosts give to themselves. */
final class Certificates {
    private static final String PASSWORD = "changeit";

    private Certificates() {}

    /** The key of a host of that name; also what to trust to believe it. */
    static PfxOptions of(String name, Path directory) throws IOException, InterruptedException {
        Path file = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "host",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:" + name,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed");
        }
        return new PfxOptions().setPath(file.toString()).setPassword(PASSWORD);
    }
}
