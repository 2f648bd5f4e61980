package dev.leat.storage.store;

import dev.leat.storage.settings.StoreSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** A process of its own that commits batches and stops dead, with a write buffer so small that RocksDB writes by itself. */
final class CrashingWriter {

    static final byte[] FIRST = {};
    static final byte[] LAST = {-1, -1, -1};

    private static final StoreSettings SMALL = new StoreSettings(1 << 20, 64 << 10, 64, 2);

    private CrashingWriter() {}

    /** What the store held after each batch, from the empty one on, and how many batches were flushed. */
    record History(List<List<String>> states, int flushed) {}

    public static void main(String[] args) {
        write(RocksStore.open(Path.of(args[0]), SMALL), Long.parseLong(args[1]));
        Runtime.getRuntime().halt(0);
    }

    static void run(Path directory, long seed) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        int exit = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashingWriter.class.getName(),
                        directory.toString(),
                        Long.toString(seed))
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("the process ended with " + exit);
        }
    }

    /** The same seed makes the same history, in this process and in the one that crashes. */
    static History write(Store store, long seed) {
        Random random = new Random(seed);
        TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        List<List<String>> states = new ArrayList<>(List.of(List.of()));
        int flushed = 0;
        int batches = 500 + random.nextInt(1000);
        for (int i = 1; i <= batches; i++) {
            store.commit(StoreModel.randomBatch(random, model));
            states.add(StoreModel.expected(model, FIRST, LAST));
            if (random.nextInt(400) == 0) {
                store.flush();
                flushed = i;
            }
        }
        return new History(states, flushed);
    }
}
