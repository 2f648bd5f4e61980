package dev.leat.engine.queue;

/** Removes what nobody wants any more: groups without consumers, messages that are too old or too many. */
final class Tidy {

    void watch(Group group, long now) {}

    void watch(Queue queue, long now) {}
}
