package dev.leat.http.access;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Subscriber that collects the body of an answer up to a limit. */
final class BoundedBody implements BodySubscriber<byte[]> {
    private final int longest;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> done = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    BoundedBody(int longest) {
        this.longest = longest;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return done;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        this.subscription = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (body.size() + buffer.remaining() > longest) {
                refuse();
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            body.writeBytes(bytes);
        }
    }

    private void refuse() {
        if (subscription != null) {
            subscription.cancel();
        }
        done.completeExceptionally(new IOException("the answer is longer than " + longest + " bytes"));
    }

    @Override
    public void onError(Throwable thrown) {
        done.completeExceptionally(thrown);
    }

    @Override
    public void onComplete() {
        done.complete(body.toByteArray());
    }
}
