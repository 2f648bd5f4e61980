package dev.leat.client.queue;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueName;
import dev.leat.client.transport.UrlText;
import org.jspecify.annotations.Nullable;

/** Builds the path and query of a request. Names are percent-encoded. */
final class RequestPath {
    private final StringBuilder text;
    private boolean asks;

    private RequestPath(String root) {
        this.text = new StringBuilder(root);
    }

    static RequestPath queues() {
        return new RequestPath("/v1/queues");
    }

    static RequestPath queue(QueueName queue) {
        return queues().segment(queue.value());
    }

    static RequestPath group(QueueName queue, GroupName group) {
        return queue(queue).verb("groups").segment(group.value());
    }

    static RequestPath presence() {
        return new RequestPath("/v1/presence");
    }

    static RequestPath tasks() {
        return new RequestPath("/v1/tasks");
    }

    static RequestPath transactions() {
        return new RequestPath("/v1/tx");
    }

    /** Appends a segment for a name, which can have any characters. */
    RequestPath segment(String name) {
        text.append('/').append(UrlText.segment(name));
        return this;
    }

    /** Appends a segment of the route, unchanged. */
    RequestPath verb(String verb) {
        text.append('/').append(verb);
        return this;
    }

    /** Appends a query parameter; nothing if the value is null. */
    RequestPath with(String name, @Nullable Object value) {
        if (value != null) {
            text.append(asks ? '&' : '?').append(name).append('=').append(UrlText.segment(value.toString()));
            asks = true;
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
