/** Durable bytes. Programs that embed an engine meet its settings, its figures and its exceptions; the rest is for the engine alone. */
@SuppressWarnings({"module", "requires-automatic"}) // the engine is compiled after it; RocksDB is an automatic module
module dev.leat.storage {
    requires static transitive org.jspecify;
    requires jdk.unsupported; // opens files past the page cache
    requires org.slf4j;
    requires rocksdbjni;

    exports dev.leat.storage;
    exports dev.leat.storage.meter;
    exports dev.leat.storage.settings;
    exports dev.leat.storage.archive to
            dev.leat.engine;
    exports dev.leat.storage.journal to
            dev.leat.engine;
    exports dev.leat.storage.layout to
            dev.leat.engine;
    exports dev.leat.storage.store to
            dev.leat.engine;
}
