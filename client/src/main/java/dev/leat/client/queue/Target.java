package dev.leat.client.queue;

import dev.leat.api.GroupName;
import dev.leat.api.QueueName;
import dev.leat.client.wire.Urls;
import org.jspecify.annotations.Nullable;

/** The path and query of a request, put together with its names encoded. */
final class Target {
    private final StringBuilder text;
    private boolean asks;

    private Target(String root) {
        this.text = new StringBuilder(root);
    }

    static Target queues() {
        return new Target("/v1/queues");
    }

    static Target queue(QueueName queue) {
        return queues().segment(queue.value());
    }

    static Target group(QueueName queue, GroupName group) {
        return queue(queue).verb("groups").segment(group.value());
    }

    static Target presence() {
        return new Target("/v1/presence");
    }

    static Target tasks() {
        return new Target("/v1/tasks");
    }

    static Target transactions() {
        return new Target("/v1/tx");
    }

    /** A name, which may have any characters. */
    Target segment(String name) {
        text.append('/').append(Urls.segment(name));
        return this;
    }

    /** A part of the route, as it is. */
    Target verb(String verb) {
        text.append('/').append(verb);
        return this;
    }

    /** A parameter; none if there is no value. */
    Target with(String name, @Nullable Object value) {
        if (value != null) {
            text.append(asks ? '&' : '?').append(name).append('=').append(Urls.segment(value.toString()));
            asks = true;
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
