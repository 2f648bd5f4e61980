package dev.leat.http.openapi;

import java.io.IOException;
import java.util.List;

/** Everything that can be answered about queues, presence and transactions. */
final class QueueTour {
    private static final String ROOT = "/v1/queues/";
    private static final int TOO_LONG = (1 << 20) + 1;
    private static final String DELIVERY = "{\"deliveryId\":\"nonsense\"}";

    private final Servers servers;
    private final Tour tour;

    QueueTour(Servers servers, Tour tour) {
        this.servers = servers;
        this.tour = tour;
    }

    /** A route with a body that it takes, if it takes one; and whether a queue that is not there is 404. */
    private record Route(String method, String target, String body, boolean finds) {

        Route {
            target = target.replace("Q", "/v1/queues/q");
        }

        boolean takesBody() {
            return !body.isEmpty();
        }

        /** The same about something that no queue, task or group can be called. */
        String malformed() {
            return switch (target) {
                case "/v1/queues" -> "/v1/queues?limit=0";
                case "/v1/presence?queue=q" -> "/v1/presence?queue=%00";
                case "/v1/tasks/t" -> "/v1/tasks/" + "x".repeat(600);
                case "/v1/tx" -> "/v1/tx";
                default -> target.replaceFirst("/q(?=/|$)", "/%00");
            };
        }
    }

    private static Route of(String method, String target, String body) {
        return new Route(method, target, body, true);
    }

    private static final List<Route> ROUTES = List.of(
            new Route("GET", "/v1/queues", "", false),
            new Route("PUT", "Q", "{}", false),
            of("GET", "Q", ""),
            of("PATCH", "Q", "{\"lease\":\"10s\"}"),
            of("DELETE", "Q", ""),
            of("POST", "Q/messages", "hello"),
            of("GET", "Q/messages", ""),
            of("POST", "Q/messages:batch", "{\"messages\":[{\"payload\":1}]}"),
            of("GET", "Q/messages:at?seq=0", ""),
            of("POST", "Q/messages:cancel", "{\"seqs\":[0]}"),
            of("GET", "Q/messages/m", ""),
            of("DELETE", "Q/messages/m", ""),
            of("POST", "Q/messages/m/ack", "{}"),
            of("POST", "Q/receive", "{}"),
            of("POST", "Q/pop", "{}"),
            of("POST", "Q/claim", "{\"consumer\":\"c\"}"),
            of("POST", "Q/ack", DELIVERY),
            of("POST", "Q/nack", DELIVERY),
            of("POST", "Q/release", DELIVERY),
            of("POST", "Q/reject", DELIVERY),
            of("POST", "Q/extend", "{\"deliveryId\":\"nonsense\",\"lease\":\"1s\"}"),
            of("POST", "Q/settle", "{\"settlements\":[{\"ack\":" + DELIVERY + "}]}"),
            of("POST", "Q/purge", "{}"),
            of("POST", "Q/pause", "{}"),
            of("POST", "Q/resume", "{}"),
            of("POST", "Q/redrive", "{}"),
            of("PUT", "Q/groups/g", "{}"),
            of("GET", "Q/groups/g", ""),
            of("DELETE", "Q/groups/g", ""),
            of("POST", "Q/groups/g/seek", "{\"to\":\"head\"}"),
            of("POST", "Q/groups/g/pause", "{}"),
            of("POST", "Q/groups/g/resume", "{}"),
            of("GET", "/v1/tasks/t", ""),
            of("DELETE", "/v1/tasks/t", ""),
            new Route("GET", "/v1/presence?queue=q", "", false),
            of("PUT", "/v1/presence/q/g/c", "{}"),
            of("DELETE", "/v1/presence/q/g/c", ""),
            new Route("POST", "/v1/tx", "{\"ops\":[{\"enqueue\":{\"queue\":\"q\",\"payload\":1}}]}", false));

    void walk() throws IOException, InterruptedException {
        for (Route route : ROUTES) {
            refuses(route);
        }
        tasksOfOthers();
        manages();
        enqueues();
        works();
        deadLetters();
        fansOut();
        transacts();
        presence();
    }

    private Ask open(String method, String target) {
        return new Ask(servers.open, method, target);
    }

    private Ask queue(String method, String target) {
        return open(method, ROOT + target);
    }

    private Answer made(String queue, String config) throws IOException, InterruptedException {
        return tour.row(201, queue("PUT", queue).json(config));
    }

    /** What can happen to all of them. */
    private void refuses(Route route) throws IOException, InterruptedException {
        String method = route.method;
        tour.row(400, open(method, route.malformed()).json(route.target.equals("/v1/tx") ? "{}" : route.body));
        tour.row(401, new Ask(servers.guarded, method, route.target).json(route.body));
        boolean known = !route.target.equals("/v1/queues") && !route.target.startsWith("/v1/tasks/");
        if (known) {
            tour.row(
                    403,
                    new Ask(servers.guarded, method, route.target)
                            .json(route.body)
                            .with("Authorization", servers.weak()));
        }
        tour.row(429, new Ask(servers.busy, method, route.target).json(route.body));
        tour.row(500, new Ask(servers.broken, method, route.target).json(route.body));
        tour.row(503, new Ask(servers.stopped, method, route.target).json(route.body));
        if (route.finds) {
            tour.row(
                    404,
                    open(method, route.target.replaceFirst("/q(?=/|$)", "/nobody"))
                            .json(route.body));
        }
        if (route.takesBody()) {
            tour.unfinished(new Ask(servers.small, method, route.target));
            tour.row(413, new Ask(servers.small, method, route.target).json("x".repeat(TOO_LONG)));
        }
        tour.row(204, open("OPTIONS", route.target));
        tour.row(405, open("TRACE", route.target));
    }

    /** A caller that may not see a queue may not see its tasks; one that may do one thing may not do the other. */
    private void tasksOfOthers() throws IOException, InterruptedException {
        String target = "/v1/queues/mine";
        tour.row(201, guarded("PUT", target).json("{}"));
        String task = Node.parse(
                        tour.row(202, guarded("POST", target + "/redrive").json("{}"))
                                .body())
                .get("task")
                .text();
        for (String method : List.of("GET", "DELETE")) {
            tour.row(404, new Ask(servers.guarded, method, "/v1/tasks/" + task).with("Authorization", servers.weak()));
        }
        tour.row(403, new Ask(servers.guarded, "GET", "/v1/tasks/" + task).with("Authorization", servers.manager()));
        tour.row(403, new Ask(servers.guarded, "DELETE", "/v1/tasks/" + task).with("Authorization", servers.browser()));
    }

    private Ask guarded(String method, String target) {
        return new Ask(servers.guarded, method, target).with("Authorization", servers.strong());
    }

    private void manages() throws IOException, InterruptedException {
        tour.row(404, queue("PUT", "orders").json("{\"deadLetter\":\"nobody\"}"));
        made("dead", "{}");
        made("orders", "{\"lease\":\"30s\",\"maxAttempts\":2,\"deadLetter\":\"dead\"}");
        tour.row(200, queue("PUT", "orders").json("{\"deadLetter\":\"dead\",\"maxAttempts\":2}"));
        tour.row(409, queue("PUT", "orders").json("{}"));
        tour.row(400, queue("PATCH", "dead").json("{\"deadLetter\":\"orders\"}"));
        tour.row(200, queue("PATCH", "orders").json("{\"retryBackoff\":\"0s\",\"ttl\":null}"));
        tour.row(400, queue("PATCH", "orders").json("{\"colour\":1}"));
        tour.row(409, queue("PATCH", "orders").json("{\"maxAttempts\":3,\"expected\":{}}"));
        tour.row(200, queue("GET", "orders"));
        tour.row(409, queue("DELETE", "dead"));
        tour.row(200, open("GET", "/v1/queues?limit=1"));
        tour.row(200, open("GET", "/v1/queues"));
        tour.row(200, queue("POST", "orders/pause").json("{}"));
        tour.row(200, queue("POST", "orders/resume").json("{}"));
    }

    private void enqueues() throws IOException, InterruptedException {
        tour.row(
                201,
                queue("POST", "orders/messages")
                        .text("hello")
                        .with("Message-Key", "k")
                        .with("Message-Ttl", "1h")
                        .with("Message-Max-Attempts", "3")
                        .with("Message-Header-Colour", "red")
                        .with("Message-Dedup-Id", "one"));
        tour.row(200, queue("POST", "orders/messages").text("hello").with("Message-Dedup-Id", "one"));
        Answer delayed =
                tour.row(201, queue("POST", "orders/messages").json("{\"a\":1}").with("Message-Delay", "1h"));
        tour.row(400, queue("POST", "orders/messages").text("hello").with("Message-Colour", "red"));
        tour.row(
                200,
                queue("POST", "orders/messages:batch")
                        .json(
                                "{\"messages\":[{\"payload\":{\"a\":1}},{\"payloadBase64\":\"AAEC\"}],\"partial\":true}"));
        tour.row(200, queue("GET", "orders/messages?limit=2"));
        tour.row(200, queue("GET", "orders/messages?state=scheduled&group=default"));
        String id = Node.parse(delayed.body()).get("messageId").text();
        tour.row(200, queue("GET", "orders/messages:at?seq=1"));
        tour.row(200, queue("GET", "orders/messages/" + id));
        tour.row(409, queue("POST", "orders/messages/" + id + "/nack").json("{\"reason\":\"late\"}"));
        Answer unwanted = tour.row(201, queue("POST", "orders/messages").text("unwanted"));
        String unwantedId = Node.parse(unwanted.body()).get("messageId").text();
        tour.row(200, queue("POST", "orders/messages/" + unwantedId + "/ack").json("{}"));
        tour.row(204, queue("DELETE", "orders/messages/" + id));
        tour.row(200, queue("POST", "orders/messages:cancel").json("{\"seqs\":[1,1000]}"));
        made("tiny", "{\"maxMessages\":1}");
        tour.row(201, queue("POST", "tiny/messages").text("1"));
        tour.row(429, queue("POST", "tiny/messages").text("2"));
        tour.row(200, queue("POST", "tiny/messages:batch").json("{\"messages\":[{\"payload\":1}],\"partial\":true}"));
        tour.row(200, queue("POST", "tiny/purge").json("{}"));
        tour.row(204, queue("DELETE", "tiny?detach=true"));
        String large = "x".repeat(Servers.FULL_BYTES + 1);
        tour.row(201, new Ask(servers.full, "PUT", ROOT + "q").json("{}"));
        tour.row(507, new Ask(servers.full, "POST", ROOT + "q/messages").text(large));
        String batch = "{\"messages\":[{\"payload\":\"" + large + "\"}]}";
        tour.row(507, new Ask(servers.full, "POST", ROOT + "q/messages:batch").json(batch));
    }

    /** The id of the only delivery of a receive. */
    private String received(String queue, String more) throws IOException, InterruptedException {
        Answer answer = tour.row(200, queue("POST", queue + "/receive").json("{\"consumer\":\"c\"" + more + "}"));
        return Node.parse(answer.body())
                .get("deliveries")
                .items()
                .getFirst()
                .get("deliveryId")
                .text();
    }

    private static String about(String delivery, String more) {
        return "{\"deliveryId\":\"" + delivery + "\"" + more + "}";
    }

    private void works() throws IOException, InterruptedException {
        String first = received("orders", "");
        tour.row(200, queue("POST", "orders/extend").json(about(first, ",\"lease\":\"1m\"")));
        tour.row(200, queue("POST", "orders/nack").json(about(first, ",\"error\":\"broken\",\"delay\":\"0s\"")));
        for (String verb : List.of("nack", "release", "reject", "extend")) {
            String more = verb.equals("extend") ? ",\"lease\":\"1m\"" : "";
            tour.row(409, queue("POST", "orders/" + verb).json(about(first, more)));
        }
        String second = received("orders", ",\"lease\":\"10s\"");
        tour.row(409, queue("POST", "orders/ack").json(about(first, "")));
        tour.row(200, queue("POST", "orders/release").json(about(second, "")));
        tour.row(200, queue("POST", "orders/settle").json("{\"settlements\":[{\"ack\":" + about(first, "") + "}]}"));
        tour.row(
                409,
                queue("POST", "orders/settle")
                        .json("{\"settlements\":[{\"ack\":" + about(first, "") + "}],\"atomic\":true}"));
        String third = received("orders", "");
        tour.row(200, queue("POST", "orders/ack").json(about(third, "")));
        tour.row(200, queue("POST", "orders/ack").json(about(third, "")));
        tour.row(200, queue("POST", "orders/pop").json("{}"));
        tour.row(400, queue("POST", "orders/ack").json(DELIVERY));
        tour.row(400, queue("POST", "orders/receive").json("{\"wait\":\"6m\"}"));
        tour.row(200, queue("POST", "dead/receive").json("{\"wait\":\"1ms\"}"));
        tour.row(200, queue("POST", "orders/claim").json("{\"consumer\":\"d\",\"minIdle\":\"1h\"}"));
    }

    private void deadLetters() throws IOException, InterruptedException {
        Answer taken = tour.row(201, queue("POST", "orders/messages").text("poison"));
        String id = Node.parse(taken.body()).get("messageId").text();
        tour.row(200, queue("POST", "orders/pop").json("{}"));
        String delivery = received("orders", "");
        tour.row(409, queue("DELETE", "orders/messages/" + id));
        tour.row(200, queue("POST", "orders/reject").json(about(delivery, ",\"reason\":\"poison\"")));
        tour.row(200, queue("GET", "dead/messages"));
        Answer redrive = tour.row(202, queue("POST", "dead/redrive").json("{\"filter\":{\"reason\":\"rejected\"}}"));
        String task = "/v1/tasks/" + Node.parse(redrive.body()).get("task").text();
        tour.row(200, open("GET", task));
        tour.row(200, open("DELETE", task));
    }

    private void fansOut() throws IOException, InterruptedException {
        made("news", "{\"mode\":\"fanout\"}");
        tour.row(201, queue("PUT", "news/groups/g").json("{\"start\":\"tail\"}"));
        tour.row(200, queue("PUT", "news/groups/g").json("{\"start\":\"tail\"}"));
        tour.row(409, queue("PUT", "news/groups/g").json("{\"start\":\"head\"}"));
        tour.row(201, queue("POST", "news/messages").text("hello").with("Message-Groups", "g"));
        tour.row(200, queue("GET", "news/groups/g"));
        tour.row(200, queue("POST", "news/groups/g/pause").json("{}"));
        tour.row(200, queue("POST", "news/groups/g/resume").json("{}"));
        received("news", ",\"group\":\"g\"");
        tour.row(409, queue("POST", "news/groups/g/seek").json("{\"to\":\"head\"}"));
        tour.row(409, queue("DELETE", "news/groups/g"));
        tour.row(200, queue("POST", "news/groups/g/seek").json("{\"to\":\"head\",\"force\":true}"));
        tour.row(204, queue("DELETE", "news/groups/g?force=true"));
    }

    private void transacts() throws IOException, InterruptedException {
        made("%7Bt%7Da", "{}");
        made("%7Bt%7Dfull", "{\"maxMessages\":1}");
        tour.row(201, queue("POST", "%7Bt%7Da/messages").text("1"));
        tour.row(201, queue("POST", "%7Bt%7Dfull/messages").text("1"));
        tour.row(201, open("PUT", "/v1/stream/%7Bt%7D/log").json("[]"));
        String delivery = received("%7Bt%7Da", "");
        String ack = "{\"ack\":{\"queue\":\"{t}a\",\"deliveryId\":\"" + delivery + "\"}}";
        String append = "{\"append\":{\"stream\":\"{t}/log\",\"payload\":{\"a\":1}}}";
        String enqueue = "{\"enqueue\":{\"queue\":\"{t}a\",\"payload\":1}}";
        tour.row(409, tx(ack, "{\"enqueue\":{\"queue\":\"{t}full\",\"payload\":1}}"));
        tour.row(409, tx(ack, "{\"append\":{\"stream\":\"{t}/nothing\",\"payload\":1}}"));
        tour.row(403, tx("{\"append\":{\"stream\":\"$presence/q\",\"payload\":1}}"));
        tour.row(200, tx(ack, enqueue, append));
    }

    private Ask tx(String... ops) {
        return open("POST", "/v1/tx").json("{\"ops\":[" + String.join(",", ops) + "]}");
    }

    private void presence() throws IOException, InterruptedException {
        String consumer = "/v1/presence/orders/default/c";
        tour.row(200, open("PUT", consumer).json("{\"instance\":\"i\",\"labels\":{\"zone\":\"eu\"}}"));
        tour.row(400, open("PUT", consumer).json("{\"ttl\":\"1s\"}"));
        tour.row(200, open("GET", "/v1/presence"));
        tour.row(200, open("GET", "/v1/presence?queue=orders&group=default"));
        tour.row(200, open("DELETE", consumer + "?instance=i&release=true"));
        tour.row(403, open("PUT", "/v1/stream/$presence/orders").json("[]"));
    }
}
