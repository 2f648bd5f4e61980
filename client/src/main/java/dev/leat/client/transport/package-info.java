/** Requests and answers: connections, credentials, timeouts, retries and rejections. Knows neither streams nor queues. */
@org.jspecify.annotations.NullMarked
package dev.leat.client.transport;
