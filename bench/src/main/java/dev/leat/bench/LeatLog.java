package dev.leat.bench;

import dev.leat.Leat;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.EmbeddedEngine;
import java.nio.file.Path;

/** Leat with its defaults, and a number of streams that turns are scattered over. */
final class LeatLog implements Log {
    private static final long SCATTER = 7919; // a prime, so that turns that follow each other lie far apart

    private final Leat leat;
    private final Engine engine;
    private final DurableStream[] streams;

    private LeatLog(Leat leat, DurableStream[] streams) {
        this.leat = leat;
        this.engine = leat.engine();
        this.streams = streams;
    }

    static LeatLog open(Path directory, int count) throws InterruptedException {
        Leat leat = Leat.open(directory);
        DurableStream[] streams = new DurableStream[count];
        Pump pump = new Pump(leat.engine());
        for (int i = 0; i < count; i++) {
            streams[i] = leat.stream("bench/stream-" + i);
            pump.submit(Pump.create(streams[i].path(), StreamConfig.bytes()));
        }
        pump.finish();
        return new LeatLog(leat, streams);
    }

    int streams() {
        return streams.length;
    }

    EmbeddedEngine embedded() {
        return (EmbeddedEngine) engine;
    }

    private DurableStream stream(long turn) {
        return streams[(int) (turn * SCATTER % streams.length)];
    }

    @Override
    public void append(long turn, byte[] payload, Reply<AppendResult> reply) {
        engine.submit(new Command.Append(stream(turn).path(), null, Body.of(payload), null, null, false), reply);
    }

    @Override
    public void appendAndWait(long turn, byte[] payload) {
        stream(turn).append(payload);
    }

    @Override
    public void close() {
        leat.close();
    }
}
