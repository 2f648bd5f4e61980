/** Requests and answers: who asks, how long, how often, and what a refusal means. Knows neither streams nor queues. */
@org.jspecify.annotations.NullMarked
package dev.leat.client.transport;
