package dev.leat.http.subscription;

import dev.leat.api.spi.Command.WebhookAnswered.Answer;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.subscription.Destinations.Destination;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request to a webhook, and what its answer means. Lives on one event loop. */
final class WebhookRequest {
    private final HttpClient client;
    private final WebhookSettings settings;
    private final Promise<Answer> outcome = Promise.promise();
    private @Nullable HttpClientRequest request;

    WebhookRequest(HttpClient client, WebhookSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /** Returns the answer; fails if there is none. */
    Future<Answer> outcome() {
        return outcome.future();
    }

    void send(Destination to, Map<String, String> headers, byte[] body) {
        connect(to, 0)
                .compose(connected -> {
                    request = connected.exceptionHandler(this::fail);
                    headers.forEach(connected::putHeader);
                    return connected.send(Buffer.buffer(body));
                })
                .onComplete(this::read, this::fail);
    }

    /** Connects to the addresses in turn, until one of them answers. */
    private Future<HttpClientRequest> connect(Destination to, int index) {
        if (index == to.addresses().size()) {
            return Future.failedFuture("the host has no address");
        }
        WebhookUrl url = to.url();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(address(to.addresses().get(index), url.port()))
                .setHost(url.authority())
                .setPort(url.port())
                .setSsl(url.tls())
                .setURI(url.target())
                .setFollowRedirects(false);
        Future<HttpClientRequest> connected = client.request(options);
        boolean last = index + 1 == to.addresses().size();
        return last ? connected : connected.recover(failure -> connect(to, index + 1));
    }

    private static SocketAddress address(InetAddress address, int port) {
        String literal = address.getHostAddress();
        return SocketAddress.inetSocketAddress(port, address instanceof Inet6Address ? "[" + literal + "]" : literal);
    }

    private void read(HttpClientResponse response) {
        response.exceptionHandler(this::fail);
        if (response.statusCode() < 200 || response.statusCode() > 299) {
            end(Answer.FAILED);
            return;
        }
        Buffer body = Buffer.buffer();
        response.handler(chunk -> {
                    if (body.length() + chunk.length() > settings.answerBytes()) {
                        end(Answer.ACCEPTED); // a longer answer than this need not be read
                    } else {
                        body.appendBuffer(chunk);
                    }
                })
                .endHandler(end -> outcome.tryComplete(isDone(body.getBytes()) ? Answer.DONE : Answer.ACCEPTED));
    }

    private static boolean isDone(byte[] body) {
        try {
            return body.length > 0 && Fields.parse(body).flag("done");
        } catch (ProblemException e) {
            return false;
        }
    }

    /** Leaves the rest of the answer unread. */
    private void end(Answer answer) {
        if (outcome.tryComplete(answer)) {
            cut();
        }
    }

    /** Fails the request. */
    void fail(Throwable cause) {
        if (outcome.tryFail(cause)) {
            cut();
        }
    }

    private void cut() {
        HttpClientRequest begun = request;
        if (begun != null) {
            begun.reset(); // ends its connection
        }
    }
}
