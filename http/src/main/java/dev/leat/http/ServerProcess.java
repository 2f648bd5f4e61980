package dev.leat.http;

import java.util.List;

/** A process that is there for one {@link LeatServer}: what Vert.x and Netty ask a whole process is the server's to say. */
public final class ServerProcess {
    /** Timings of event loops and samples of buffers to find mistakes by, class loaders per deployment, metrics nobody reads. */
    private static final List<String> COSTLY = List.of(
            "vertx.threadChecks=false",
            "vertx.disableContextTimings=true",
            "vertx.disableTCCL=true",
            "vertx.disableMetrics=true",
            "io.netty.leakDetection.level=disabled");

    private ServerProcess() {}

    /** Leaves out what costs every request a little; before their first class is loaded. What was set before stays. */
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
