/** Queues, groups, presence, tasks and transactions of a server: commands and queries become requests, and answers become outcomes. */
@org.jspecify.annotations.NullMarked
package dev.leat.client.queue;
