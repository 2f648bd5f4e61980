/** The JSON, header names and problem types that server and client share. It has no API: only modules of Leat read it. */
@SuppressWarnings("module") // these are compiled after it
module dev.leat.wire {
    requires static transitive org.jspecify;
    requires transitive dev.leat.api;
    requires transitive com.fasterxml.jackson.core;

    exports dev.leat.wire to
            dev.leat.client,
            dev.leat.http;
}
