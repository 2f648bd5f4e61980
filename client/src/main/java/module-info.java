/** Streams and queues of a server: {@link dev.leat.client.LeatClient}. */
module dev.leat.client {
    requires static transitive org.jspecify;
    requires transitive dev.leat.api;
    requires transitive java.net.http;
    requires com.fasterxml.jackson.core;
    requires dev.leat.wire;

    exports dev.leat.client;
}
