package dev.leat.http.queue;

import java.util.List;

/** A valid request for each route that takes JSON. */
final class Examples {

    /** A route and a body that it takes, with every member that there is. */
    record Example(String method, String target, String body) {}

    static final List<Example> ALL = List.of(
            new Example("PUT", "/v1/queues/q", """
                    {"mode":"fanout","lease":"30s","longestLease":"PT1H","maxAttempts":3,"maxReleases":7,"deadLetter":"dead",
                    "exhausted":"drop","retryBackoff":{"initial":"1s","factor":1.5,"longest":"1m"},"expiryBackoff":"500ms",
                    "priority":true,"ttl":"2h","expired":"deadLetter","dedupWindow":"5m","contentDedup":true,
                    "dedupScope":"key","maxMessages":10,"maxBytes":1000,"full":"dropOldest","fullWait":"3s",
                    "retention":{"policy":"limits","age":"1d","bytes":10,"messages":10},"keyBatch":2,"parkHoldsKey":true,
                    "fair":true,"ageStep":"1s","maxLeases":5,"maxLeasesPerConsumer":2,"maxWaiters":9,"strictLease":true,
                    "autoCreateGroups":true,"groupIdleExpiry":"1h","releaseOnExpire":true}"""),
            new Example("PATCH", "/v1/queues/q", "{\"lease\":\"10s\",\"ttl\":null}"),
            new Example("PATCH", "/v1/queues/q", "{\"lease\":\"10s\",\"expected\":{\"lease\":\"20s\"}}"),
            new Example("POST", "/v1/queues/q/messages:cancel", "{\"seqs\":[1,2]}"),
            new Example("POST", "/v1/queues/q/messages:batch", """
                    {"messages":[{"payload":{"a":[1,2.50,"x"]},"contentType":"application/json","key":"k","priority":4,
                    "delay":"1s","ttl":"1h","dedupId":"d","maxAttempts":2,"groups":["g"],"headers":{"A":"b"}},
                    {"payloadBase64":"AAEC","notBefore":"2030-01-31T12:00:00Z"}],"partial":true}"""),
            new Example(
                    "POST",
                    "/v1/queues/q/receive",
                    "{\"group\":\"g\",\"consumer\":\"c\",\"max\":10,\"wait\":\"0s\",\"lease\":\"20s\"}"),
            new Example("POST", "/v1/queues/q/pop", "{\"max\":3,\"side\":\"tail\"}"),
            new Example(
                    "POST",
                    "/v1/queues/q/claim",
                    "{\"group\":\"g\",\"consumer\":\"c\",\"minIdle\":\"1m\",\"max\":5,\"lease\":\"20s\"}"),
            new Example("POST", "/v1/queues/q/ack", "{\"deliveryId\":\"d\",\"ackDead\":true}"),
            new Example(
                    "POST",
                    "/v1/queues/q/nack",
                    "{\"deliveryId\":\"d\",\"delay\":\"1s\",\"reason\":\"r\",\"error\":\"e\"}"),
            new Example("POST", "/v1/queues/q/release", "{\"deliveryId\":\"d\",\"delay\":\"1s\"}"),
            new Example("POST", "/v1/queues/q/reject", "{\"deliveryId\":\"d\",\"reason\":\"r\",\"error\":\"e\"}"),
            new Example("POST", "/v1/queues/q/extend", "{\"deliveryId\":\"d\",\"lease\":\"1s\"}"),
            new Example(
                    "POST",
                    "/v1/queues/q/settle",
                    "{\"settlements\":[{\"ack\":{\"deliveryId\":\"d\"}},{\"nack\":{\"deliveryId\":\"e\"}}],\"atomic\":true}"),
            new Example("POST", "/v1/queues/q/purge", "{\"scope\":\"ready\",\"group\":\"g\"}"),
            new Example("POST", "/v1/queues/q/pause", "{\"group\":\"g\"}"),
            new Example("POST", "/v1/queues/q/resume", "{\"group\":\"g\"}"),
            new Example("POST", "/v1/queues/q/redrive", """
                    {"filter":{"originQueue":"o","originGroup":"g","reason":"rejected","messageIds":["m"]},"limit":10,
                    "perSecond":2.5,"to":"t"}"""),
            new Example("PUT", "/v1/queues/q/groups/g", "{\"start\":{\"seq\":7}}"),
            new Example(
                    "POST",
                    "/v1/queues/q/groups/g/seek",
                    "{\"to\":{\"timestamp\":\"2026-01-31T12:00:00Z\"},\"force\":true}"),
            new Example("POST", "/v1/queues/q/groups/g/pause", "{}"),
            new Example("POST", "/v1/queues/q/groups/g/resume", "{}"),
            new Example(
                    "PUT",
                    "/v1/presence/q/g/c",
                    "{\"instance\":\"i\",\"ttl\":\"30s\",\"labels\":{\"zone\":\"eu\"},\"extendLeases\":true}"),
            new Example("POST", "/v1/tx", """
                    {"ops":[{"ack":{"queue":"q","deliveryId":"d","ackDead":false}},{"extend":{"queue":"q","deliveryId":"d",
                    "lease":"1s"}},{"enqueue":{"queue":"q","payload":"x","contentType":"text/plain","key":"k"}},
                    {"append":{"stream":"s","payload":{"a":1},"contentType":"application/json",
                    "expectedOffset":"0000000000000000_0000000000000020","seq":"1","producerId":"p","producerEpoch":0,
                    "producerSeq":1,"close":true}}]}"""));

    private Examples() {}
}
