package dev.leat.http.openapi;

import java.io.IOException;
import java.util.List;

/** Everything that can be answered about subscriptions. */
final class SubscriptionTour {
    private static final String ROOT = "/v1/stream/__ds/";
    private static final String PULL = "{\"type\":\"pull-wake\",\"streams\":[\"work/a\"],\"wake_stream\":\"wakes\"}";
    private static final String SETTLE = "{\"wake_id\":\"w\",\"generation\":1}";
    private static final int TOO_LONG = (1 << 20) + 1;

    /** The last part of the routes that work on a wake. */
    private static final List<String> WORK = List.of("callback", "ack", "release");

    private final Servers servers;
    private final Tour tour;

    SubscriptionTour(Servers servers, Tour tour) {
        this.servers = servers;
        this.tour = tour;
    }

    void walk() throws IOException, InterruptedException {
        tour.row(201, new Ask(servers.open, "PUT", "/v1/stream/work/a").json("[]"));
        tour.row(201, new Ask(servers.open, "PUT", "/v1/stream/wakes").json("[]"));
        manages();
        links();
        claims();
        for (String verb : WORK) {
            works(verb);
        }
        refuses("PUT", "subscriptions/s", PULL);
        refuses("GET", "subscriptions/s", "");
        refuses("DELETE", "subscriptions/s", "");
        refuses("POST", "subscriptions/s/streams", "{\"streams\":[\"work/a\"]}");
        refuses("DELETE", "subscriptions/s/streams/work/a", "");
        refuses("POST", "subscriptions/s/claim", "{\"worker\":\"me\"}");
        keys();
    }

    private Ask open(String method, String target) {
        return new Ask(servers.open, method, ROOT + target);
    }

    private Answer made(String id) throws IOException, InterruptedException {
        return tour.row(201, open("PUT", "subscriptions/" + id).json(PULL));
    }

    private void manages() throws IOException, InterruptedException {
        made("s");
        tour.row(200, open("PUT", "subscriptions/s").json(PULL));
        tour.row(409, open("PUT", "subscriptions/s").json(PULL.replace("wakes", "others")));
        tour.row(400, open("PUT", "subscriptions/t").json("{}"));
        tour.row(400, open("PUT", "subscriptions/t").json(webhook("http://10.0.0.1/wake")));
        tour.row(201, open("PUT", "subscriptions/hook").json(webhook("http://127.0.0.1:9/wake")));
        tour.row(200, open("GET", "subscriptions/hook"));
        tour.row(200, open("GET", "subscriptions/s"));
        tour.row(404, open("GET", "subscriptions/nobody"));
        tour.row(204, open("DELETE", "subscriptions/hook"));
        tour.row(204, open("DELETE", "subscriptions/hook"));
        tour.row(413, open("PUT", "subscriptions/s").json("x".repeat(TOO_LONG)));
        tour.unfinished(new Ask(servers.small, "PUT", ROOT + "subscriptions/s"));
        tour.row(405, open("PATCH", "subscriptions/s"));
        tour.row(404, open("GET", "nothing"));
        tour.row(204, open("OPTIONS", "subscriptions/s"));
    }

    private static String webhook(String url) {
        return "{\"type\":\"webhook\",\"pattern\":\"hooked/*\",\"webhook\":{\"url\":\"" + url
                + "\"},\"description\":\"for a tour\"}";
    }

    private void links() throws IOException, InterruptedException {
        String streams = "{\"streams\":[\"work/b\"]}";
        tour.row(204, open("POST", "subscriptions/s/streams").json(streams));
        tour.row(404, open("POST", "subscriptions/nobody/streams").json(streams));
        tour.row(413, open("POST", "subscriptions/s/streams").json("x".repeat(TOO_LONG)));
        tour.unfinished(new Ask(servers.small, "POST", ROOT + "subscriptions/s/streams"));
        tour.row(204, open("DELETE", "subscriptions/s/streams/work/b"));
        tour.row(404, open("DELETE", "subscriptions/nobody/streams/work/b"));
        tour.row(405, open("GET", "subscriptions/s/streams"));
        tour.row(405, open("GET", "subscriptions/s/streams/work/b"));
    }

    private void claims() throws IOException, InterruptedException {
        String claim = "{\"worker\":\"me\"}";
        tour.row(404, open("POST", "subscriptions/nobody/claim").json(claim));
        tour.row(409, open("POST", "subscriptions/s/claim").json(claim)); // nothing is pending
        tour.row(413, open("POST", "subscriptions/s/claim").json("x".repeat(TOO_LONG)));
        tour.unfinished(new Ask(servers.small, "POST", ROOT + "subscriptions/s/claim"));
        tour.row(405, open("GET", "subscriptions/s/claim"));
        String body = claimed("s");
        tour.row(409, open("POST", "subscriptions/s/claim").json(claim)); // somebody has it
        tour.row(204, work("s", "release", body).json(settle(body, "")));
    }

    /** The answer to a claim that finds something. */
    private String claimed(String id) throws IOException, InterruptedException {
        tour.row(204, new Ask(servers.open, "POST", "/v1/stream/work/a").json("1"));
        return tour.row(200, open("POST", "subscriptions/" + id + "/claim").json("{\"worker\":\"me\"}"))
                .body();
    }

    private Ask work(String id, String verb, String claimed) {
        String token = Node.parse(claimed).get("token").text();
        return open("POST", "subscriptions/" + id + "/" + verb).with("Authorization", "Bearer " + token);
    }

    private static String settle(String claimed, String more) {
        Node wake = Node.parse(claimed);
        return "{\"wake_id\":\"" + wake.get("wake_id").text() + "\",\"generation\":"
                + wake.get("generation").text() + more + "}";
    }

    private void works(String verb) throws IOException, InterruptedException {
        String id = "for-" + verb;
        String target = "subscriptions/" + id + "/" + verb;
        made(id);
        String body = claimed(id);
        boolean settles = !verb.equals("release");
        tour.row(401, open("POST", target).json(SETTLE));
        tour.row(401, open("POST", target).json(SETTLE).with("Authorization", "Bearer x"));
        tour.row(400, work(id, verb, body).json("{}"));
        tour.row(400, open("POST", "subscriptions/a%00b/" + verb).json(SETTLE));
        tour.row(409, work(id, verb, body).json(SETTLE));
        if (settles) {
            tour.row(200, work(id, verb, body).json(settle(body, "")));
            tour.row(409, work(id, verb, body).json(settle(body, acks("9999999999999999_9999999999999999"))));
            tour.row(200, work(id, verb, body).json(settle(body, acks(tail(body)) + ",\"done\":true")));
        } else {
            tour.row(204, work(id, verb, body).json(settle(body, "")));
        }
        tour.row(204, open("DELETE", "subscriptions/" + id));
        tour.row(404, work(id, verb, body).json(settle(body, "")));
        tour.row(413, open("POST", target).json("x".repeat(TOO_LONG)));
        tour.unfinished(new Ask(servers.small, "POST", ROOT + target));
        tour.row(405, open("GET", target));
        trouble("POST", target, SETTLE);
    }

    private static String tail(String claimed) {
        return Node.parse(claimed)
                .get("streams")
                .items()
                .getFirst()
                .get("tail_offset")
                .text();
    }

    private static String acks(String offset) {
        return ",\"acks\":[{\"stream\":\"work/a\",\"offset\":\"" + offset + "\"}]";
    }

    private void keys() throws IOException, InterruptedException {
        tour.row(200, open("GET", "jwks.json"));
        tour.row(405, open("POST", "jwks.json"));
        trouble("GET", "jwks.json", "");
    }

    /** What can happen to all who need more than a token. */
    private void refuses(String method, String target, String body) throws IOException, InterruptedException {
        tour.row(400, open(method, target.replaceFirst("/s\\b", "/%00")).json(body));
        tour.row(401, new Ask(servers.guarded, method, ROOT + target).json(body));
        tour.row(403, new Ask(servers.guarded, method, ROOT + target).json(body).with("Authorization", servers.weak()));
        trouble(method, target, body);
    }

    private void trouble(String method, String target, String body) throws IOException, InterruptedException {
        tour.row(429, new Ask(servers.busy, method, ROOT + target).json(body));
        tour.row(500, new Ask(servers.broken, method, ROOT + target).json(body));
        tour.row(503, new Ask(servers.stopped, method, ROOT + target).json(body));
    }
}
