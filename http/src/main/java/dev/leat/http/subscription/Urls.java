package dev.leat.http.subscription;

import dev.leat.api.subscription.SubscriptionId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** URLs of answers to workers. */
final class Urls {
    private static final String RESERVED = "/v1/stream/" + SubscriptionRoutes.RESERVED + "/";

    private Urls() {}

    static String jwks(String baseUrl) {
        return baseUrl + RESERVED + "jwks.json";
    }

    static String callback(String baseUrl, SubscriptionId id) {
        String encoded = URLEncoder.encode(id.value(), StandardCharsets.UTF_8).replace("+", "%20");
        return baseUrl + RESERVED + "subscriptions/" + encoded + "/callback";
    }
}
