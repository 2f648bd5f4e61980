package dev.leat.http;

import java.util.List;

/** Settings of Vert.x and Netty that hold for a whole process, for a process that runs one {@link LeatServer}. */
public final class ServerProcess {
    /** Timing of event loops, sampling of buffers for leaks, class loaders per deployment, and metrics that are not read. */
    private static final List<String> COSTLY = List.of(
            "vertx.threadChecks=false",
            "vertx.disableContextTimings=true",
            "vertx.disableTCCL=true",
            "vertx.disableMetrics=true",
            "io.netty.leakDetection.level=disabled");

    private ServerProcess() {}

    /**
     * Turns off what costs every request a little. Call it before the first class of Vert.x or Netty is loaded;
     * properties that are set already stay.
     */
    public static void tune() {
        for (String setting : COSTLY) {
            int equals = setting.indexOf('=');
            String name = setting.substring(0, equals);
            if (System.getProperty(name) == null) {
                System.setProperty(name, setting.substring(equals + 1));
            }
        }
    }
}
