/** Events and cache invalidations in the transactions of an application: {@link dev.leat.outbox.Outbox}. */
@SuppressWarnings({"opens", "requires-automatic"}) // Micrometer is an automatic module
module dev.leat.outbox {
    requires static micrometer.core; // a program that binds metrics requires it, too
    requires static transitive org.jspecify;
    requires transitive java.sql;
    requires transitive java.net.http;
    requires org.slf4j;

    exports dev.leat.outbox;
    exports dev.leat.outbox.codec;
    exports dev.leat.outbox.metrics;
    exports dev.leat.outbox.sink;
    exports dev.leat.outbox.spi;

    // Migration tools read the tables from here.
    opens dev.leat.outbox.schema.h2;
    opens dev.leat.outbox.schema.mariadb;
    opens dev.leat.outbox.schema.postgresql;
    opens dev.leat.outbox.schema.sqlite;
}
