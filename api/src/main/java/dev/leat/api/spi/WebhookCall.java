package dev.leat.api.spi;

import dev.leat.api.subscription.Wake;
import dev.leat.api.subscription.WakeTarget;

/**
 * A request to a webhook that is due. What came of it is told with {@link Command.WebhookAnswered}.
 *
 * @param attempt counts the requests for this wake, from 1
 */
public record WebhookCall(Wake wake, WakeTarget.Webhook webhook, int attempt) {

    /** Creates a call of a webhook. */
    public WebhookCall(Wake wake, String url, int attempt) {
        this(wake, new WakeTarget.Webhook(url), attempt);
    }

    /** Returns the URL of the webhook. */
    public String url() {
        return webhook.url();
    }
}
