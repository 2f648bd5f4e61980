package dev.leat.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes the application image; called by the build. */
public final class Main {

    private Main() {}

    /**
     * @param args the executable jar, the directory with what is copied as it is, the directory to make the image in, the
     *     version, and whether it is a failure if this JDK cannot make one
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Jdk jdk = Jdk.running();
        Optional<String> obstacle = jdk.cannotLink();
        if (obstacle.isPresent()) {
            System.out.println("no image: " + obstacle.get() + "; leat.jar is complete without it");
            System.exit(Boolean.parseBoolean(args[4]) ? 1 : 0);
        }
        long began = System.nanoTime();
        Path target = Path.of(args[2]);
        Path home = target.resolve("image")
                .resolve("leat-" + args[3] + "-" + jdk.platform().name());
        Image image = Image.make(jdk, StartCache.of(jdk), Path.of(args[0]), Path.of(args[1]), home);
        Path archive = image.pack(target);
        System.out.printf(
                "image: %s, %d MiB, and %s, %d MiB, in %d s%n",
                image.home(),
                FileSizes.mebibytes(image.home()),
                archive.getFileName(),
                FileSizes.mebibytes(archive),
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
    }
}
