package dev.leat.bench;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Streams full of messages, written in turn with a batch each.
 *
 * @param batch how many messages one append has
 */
record Filling(String name, ContentType type, int streams, int messageBytes, int batch) {

    List<StreamPath> paths() {
        return IntStream.range(0, streams)
                .mapToObj(i -> StreamPath.of(name + "/stream-" + i))
                .toList();
    }

    /** Writes at least this many bytes. */
    void write(Engine engine, long bytes) throws InterruptedException {
        List<StreamPath> paths = paths();
        Pump pump = new Pump(engine);
        for (StreamPath path : paths) {
            pump.submit(Pump.create(path, StreamConfig.of(type)));
        }
        pump.finish();
        Body body = body();
        long appends = Math.ceilDiv(bytes, body.bytes());
        for (long i = 0; i < appends; i++) {
            StreamPath path = paths.get((int) (i % streams));
            pump.submit(new Command.Append(path, null, body, null, null, false));
        }
        pump.finish();
    }

    private Body body() {
        Random random = new Random(messageBytes);
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < batch; i++) {
            payloads.add(type.isJson() ? json(i, random) : bytes(random));
        }
        return Body.of(payloads);
    }

    private byte[] bytes(Random random) {
        byte[] payload = new byte[messageBytes];
        random.nextBytes(payload);
        return payload;
    }

    private byte[] json(int number, Random random) {
        StringBuilder text = new StringBuilder("{\"number\":").append(number).append(",\"text\":\"");
        while (text.length() < messageBytes - 2) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
    }
}
