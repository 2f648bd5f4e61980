package dev.leat.client.fault;

import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Follower;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Follows a stream to its end and remembers everything. */
final class Observer {
    private final CompletableFuture<List<String>> all;

    Observer(DurableStream stream) {
        this.all = CompletableFuture.supplyAsync(
                () -> seen(stream), task -> Thread.ofVirtual().start(task));
    }

    private static List<String> seen(DurableStream stream) {
        List<String> texts = new ArrayList<>();
        try (Follower live = stream.follow(Offset.START)) {
            for (Message message : live) {
                texts.add(message.text());
            }
        }
        return texts;
    }

    List<String> all() {
        return all.orTimeout(2, TimeUnit.MINUTES).join();
    }
}
