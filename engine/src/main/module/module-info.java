/** Durable streams and queues in the process of an application: {@link dev.leat.Leat}. */
module dev.leat.engine {
    requires static transitive org.jspecify;
    requires transitive dev.leat.api;
    requires transitive dev.leat.storage;
    requires com.fasterxml.jackson.core;
    requires org.slf4j;

    exports dev.leat;
    exports dev.leat.engine;
    exports dev.leat.engine.doctor;
    exports dev.leat.engine.figures;
    exports dev.leat.engine.settings;
}
