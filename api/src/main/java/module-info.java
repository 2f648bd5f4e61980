/** Durable streams and queues: what applications call, and what engines implement ({@code spi}). */
module dev.leat.api {
    requires static transitive org.jspecify;

    exports dev.leat.api;
    exports dev.leat.api.queue;
    exports dev.leat.api.spi;
    exports dev.leat.api.stream;
    exports dev.leat.api.subscription;
}
