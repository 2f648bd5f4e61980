package dev.leat.storage.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;

/** What a store should hold, as a sorted map, and random changes to both. */
final class StoreModel {

    private StoreModel() {}

    /** Few different keys of few bytes, so that changes meet. */
    static byte[] randomKey(Random random) {
        byte[] key = new byte[1 + random.nextInt(2)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(8) * 32);
        }
        return key;
    }

    /** A batch of up to ten changes, which the model has when this returns. */
    static Batch randomBatch(Random random, NavigableMap<byte[], byte[]> model) {
        Batch batch = new Batch();
        int changes = 1 + random.nextInt(10);
        for (int i = 0; i < changes; i++) {
            change(random, batch, model);
        }
        return batch;
    }

    private static void change(Random random, Batch batch, NavigableMap<byte[], byte[]> model) {
        byte[] key = randomKey(random);
        switch (random.nextInt(8)) {
            case 0 -> {
                byte[] to = randomKey(random);
                batch.deleteRange(key, to);
                model.keySet()
                        .removeIf(
                                each -> Arrays.compareUnsigned(key, each) <= 0 && Arrays.compareUnsigned(each, to) < 0);
            }
            case 1, 2 -> {
                batch.delete(key);
                model.remove(key);
            }
            default -> {
                byte[] value = new byte[random.nextInt(200)];
                random.nextBytes(value);
                batch.put(key, value);
                model.put(key, value);
            }
        }
    }

    static List<String> scan(Store store, byte[] from, byte[] to) {
        List<String> seen = new ArrayList<>();
        store.scan(from, to, (key, value) -> seen.add(line(key, value)));
        return seen;
    }

    static List<String> expected(NavigableMap<byte[], byte[]> model, byte[] from, byte[] to) {
        if (Arrays.compareUnsigned(from, to) >= 0) {
            return List.of();
        }
        return model.subMap(from, to).entrySet().stream()
                .map(entry -> line(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static String line(byte[] key, byte[] value) {
        return HexFormat.of().formatHex(key) + "=" + HexFormat.of().formatHex(value);
    }
}
