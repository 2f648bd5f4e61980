package dev.leat.http.subscription;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;

/** Finds the addresses of a name. */
interface Resolver {

    Future<List<InetAddress>> resolve(String name);

    /** Asks as the rest of the system does, on threads that may wait for the answer. */
    static Resolver ofSystem(Vertx vertx) {
        WorkerExecutor threads = vertx.createSharedWorkerExecutor("leat-webhook-names", 4);
        return name -> threads.executeBlocking(() -> List.of(InetAddress.getAllByName(name)), false)
                .map(found -> Objects.requireNonNull(found));
    }
}
