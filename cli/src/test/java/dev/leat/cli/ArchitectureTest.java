package dev.leat.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.leat.http.LeatServer;
import dev.leat.http.exchange.Bounds;
import dev.leat.http.limit.Clients;
import dev.leat.http.origin.HostName;
import dev.leat.outbox.sql.Uuids;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;

/** The arrows of ARCHITECTURE.md, and what the engine's features must not touch. */
@AnalyzeClasses(packages = "dev.leat", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule modulesDependOnlyAsDrawn = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("api")
            .definedBy("dev.leat.api..")
            .layer("storage")
            .definedBy("dev.leat.storage..")
            .layer("engine")
            .definedBy("dev.leat", "dev.leat.engine..")
            .layer("http")
            .definedBy("dev.leat.http..")
            .layer("client")
            .definedBy("dev.leat.client..")
            .layer("bench")
            .definedBy("dev.leat.bench..")
            .layer("cli")
            .definedBy("dev.leat.cli..")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("bench")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("engine")
            .mayOnlyBeAccessedByLayers("bench", "cli")
            .whereLayer("storage")
            .mayOnlyBeAccessedByLayers("engine", "cli")
            .whereLayer("http")
            .mayOnlyBeAccessedByLayers("bench", "cli")
            .whereLayer("client")
            .mayOnlyBeAccessedByLayers("bench", "cli")
            .whereLayer("api")
            .mayOnlyBeAccessedByLayers("engine", "http", "client", "bench", "cli");

    /** What applications take with them is small. */
    @ArchTest
    static final ArchRule theClientNeedsNothingButAJsonParser = classes()
            .that()
            .resideInAPackage("dev.leat.client..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.net.ssl..",
                    "com.fasterxml.jackson.core..",
                    "org.jspecify..",
                    "dev.leat.api..",
                    "dev.leat.client..");

    /** The outbox has its values and its facade in one package; what is below may use the values. */
    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("dev.leat.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(resideInAPackage("dev.leat.outbox.*"), resideInAPackage("dev.leat.outbox"));

    @ArchTest
    static final ArchRule shardsKnowNoFeature = noClasses()
            .that()
            .resideInAPackage("dev.leat.engine.shard..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.leat.engine.stream..",
                    "dev.leat.engine.subscription..",
                    "dev.leat.engine.queue..",
                    "dev.leat.engine.presence..");

    /** Others may use streams; streams only tell whoever asked to be told. */
    @ArchTest
    static final ArchRule streamsKnowNoOtherFeature = noClasses()
            .that()
            .resideInAPackage("dev.leat.engine.stream..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.leat.engine.subscription..", "dev.leat.engine.queue..", "dev.leat.engine.presence..");

    /** Queues tell of signs of life and ask who is alive; presence hears of leases only by an interface of its own. */
    @ArchTest
    static final ArchRule presenceKnowsNoQueue = noClasses()
            .that()
            .resideInAPackage("dev.leat.engine.presence..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.leat.engine.queue..", "dev.leat.engine.subscription..");

    /** Time arrives with the turn; only the edges are given a clock, and they are given it. The outbox has the database's. */
    @ArchTest
    static final ArchRule nobodyReadsTheSystemClock = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.leat.engine.shard..",
                    "dev.leat.engine.stream..",
                    "dev.leat.engine.subscription..",
                    "dev.leat.engine.queue..",
                    "dev.leat.engine.presence..",
                    "dev.leat.storage..",
                    "dev.leat.outbox..")
            .and()
            .doNotBelongToAnyOf(Uuids.class) // ids that sort by time, as far as a node's clock goes
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(InstantSource.class, "system")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    /**
     * What carries HTTP can be replaced without the routes: Netty and Vert.x are for the carriers and the bootstrap. Webhooks are sent
     * by Vert.x's client, and three classes use a helper of Netty's for addresses and for the limit of direct memory.
     */
    @ArchTest
    static final ArchRule routesKnowNeitherNettyNorVertx = noClasses()
            .that()
            .resideInAPackage("dev.leat.http..")
            .and()
            .resideOutsideOfPackages(
                    "dev.leat.http.http1..",
                    "dev.leat.http.vertx..",
                    "dev.leat.http.netty..",
                    "dev.leat.http.subscription..")
            .and()
            .doNotBelongToAnyOf(LeatServer.class, Bounds.class, HostName.class, Clients.class)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.netty..", "io.vertx..");

    /** What Vert.x calls internal may change with any update of it. */
    @ArchTest
    static final ArchRule internalsOfVertxAreUsedByTheirCarrierAlone = noClasses()
            .that()
            .resideInAPackage("dev.leat..")
            .and()
            .resideOutsideOfPackages("dev.leat.http.vertx..", "dev.leat.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.vertx.core.internal..", "io.vertx.core.impl..", "io.vertx.core.net.impl..");

    @ArchTest
    static final ArchRule nobodyThrowsDice = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.leat.engine.shard..",
                    "dev.leat.engine.stream..",
                    "dev.leat.engine.subscription..",
                    "dev.leat.engine.queue..",
                    "dev.leat.engine.presence..",
                    "dev.leat.storage..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Random.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocalRandom.class);

    /** Whoever runs shards has their worker's seat, which is one: nobody below needs another. */
    @ArchTest
    static final ArchRule shardsAndFeaturesHaveNoLocks = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.leat.engine.shard.Worker")
            .and()
            .resideInAnyPackage(
                    "dev.leat.engine.shard..",
                    "dev.leat.engine.stream..",
                    "dev.leat.engine.subscription..",
                    "dev.leat.engine.queue..",
                    "dev.leat.engine.presence..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Lock.class);
}
