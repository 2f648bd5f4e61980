package dev.leat.bench;

import dev.leat.Leat;
import dev.leat.api.ContentType;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.StreamPath;
import dev.leat.bench.run.Quiet;
import dev.leat.engine.settings.CheckpointSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Fills a directory, goes on until a checkpoint is nearly due, says so, and waits to be killed: no start has more to
 * replay than the one that follows.
 */
@Command(name = "fill-child", hidden = true)
final class FillChild implements Callable<Integer> {
    static final String READY = "ready";

    @Parameters(index = "0")
    private @Nullable Path directory;

    @Parameters(index = "1")
    private int streams;

    @Parameters(index = "2")
    private long bytes;

    @Override
    public Integer call() throws InterruptedException {
        Leat leat = Leat.open(Objects.requireNonNull(directory));
        Filling filling = filling(streams);
        filling.write(leat.engine(), bytes);
        List<StreamPath> paths = filling.paths();
        Body body = Body.of(new byte[64 << 10]);
        long nearlyDue = CheckpointSettings.defaults().bytes() * 15 / 16;
        Quiet.await();
        for (int i = 0; leat.stats().journalBytes() < nearlyDue; i++) {
            leat.stream(paths.get(i % streams).value()).append(body);
        }
        System.out.println(READY);
        System.out.flush();
        Thread.sleep(Long.MAX_VALUE);
        return 0;
    }

    static Filling filling(int streams) {
        return new Filling("idle", ContentType.BYTES, streams, 1024, 1);
    }
}
