package dev.leat.api;

/**
 * A request to a webhook that is due. What came of it is told with {@link Command.WebhookAnswered}.
 *
 * @param attempt counts the requests for this wake, from 1
 */
public record WebhookCall(Wake wake, String url, int attempt) {}
