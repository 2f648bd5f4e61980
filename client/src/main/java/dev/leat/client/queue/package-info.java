/** Queues, groups, presence, tasks and transactions of a server: what is asked becomes a request, and the answer an outcome. */
@org.jspecify.annotations.NullMarked
package dev.leat.client.queue;
