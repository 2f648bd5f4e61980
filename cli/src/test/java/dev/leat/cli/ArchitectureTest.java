package dev.leat.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.leat.http.LeatServer;
import dev.leat.http.exchange.Bounds;
import dev.leat.http.limit.Clients;
import dev.leat.http.origin.HostName;
import dev.leat.outbox.sql.Uuids;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;

/** The arrows of ARCHITECTURE.md, and what the engine's features must not touch. */
@AnalyzeClasses(
        packages = "dev.leat",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {
    /** Test classes of other modules come in jars. */
    static final class NoTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule modulesDependOnlyAsDrawn = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("api")
            .definedBy("dev.leat.api..")
            .layer("storage")
            .definedBy("dev.leat.storage..")
            .layer("engine")
            .definedBy("dev.leat", "dev.leat.engine..")
            .layer("wire")
            .definedBy("dev.leat.wire..")
            .layer("http")
            .definedBy("dev.leat.http..")
            .layer("client")
            .definedBy("dev.leat.client..")
            .layer("outbox")
            .definedBy("dev.leat.outbox..")
            .layer("cache")
            .definedBy("dev.leat.cache..")
            .layer("spring")
            .definedBy("dev.leat.spring..")
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
            .whereLayer("outbox")
            .mayOnlyBeAccessedByLayers("cache", "spring", "bench", "cli")
            .whereLayer("cache")
            .mayOnlyBeAccessedByLayers("spring")
            .whereLayer("spring")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("wire")
            .mayOnlyBeAccessedByLayers("http", "client", "cli")
            .whereLayer("api")
            .mayOnlyBeAccessedByLayers("engine", "wire", "http", "client", "bench", "cli");

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
                    "dev.leat.wire..",
                    "dev.leat.client..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("dev.leat.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(resideInAPackage("dev.leat.api.."), resideInAPackage("dev.leat.api.."));

    /** What the packages of the API share among themselves is public for the compiler alone. */
    @ArchTest
    static final ArchRule onlyTheApiUsesItsInternals = noClasses()
            .that()
            .resideOutsideOfPackage("dev.leat.api..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.leat.api.internal..");

    /** Users of streams and queues meet no type that is nested in a command, query or outcome. */
    @ArchTest
    static final ArchRule callsTakeAndReturnTypesOfTheirOwn = methods()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(
                    "dev.leat.api", "dev.leat.api.stream", "dev.leat.api.queue", "dev.leat.api.subscription")
            .should(new ArchCondition<>("neither take nor return a nested type of spi") {
                @Override
                public void check(JavaMethod method, ConditionEvents events) {
                    List<JavaType> types = new ArrayList<>(method.getParameterTypes());
                    types.add(method.getReturnType());
                    types.stream()
                            .flatMap(type -> type.getAllInvolvedRawTypes().stream())
                            .filter(type -> type.getPackageName().equals("dev.leat.api.spi") && type.isNestedClass())
                            .forEach(type -> events.add(SimpleConditionEvent.violated(
                                    method, method.getFullName() + " has " + type.getName())));
                }
            });

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

    /** Streams, subscriptions and queues are parts of a checkpoint and are replayed; neither checkpoint nor archive knows which there are. */
    @ArchTest
    static final ArchRule checkpointAndArchiveKnowNoFeature = noClasses()
            .that()
            .resideInAnyPackage("dev.leat.engine.checkpoint..", "dev.leat.engine.archive..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.leat.engine",
                    "dev.leat.engine.stream..",
                    "dev.leat.engine.subscription..",
                    "dev.leat.engine.queue..",
                    "dev.leat.engine.presence..");

    /** A feature hands its part to a checkpoint and does not ask for one. */
    @ArchTest
    static final ArchRule featuresKnowNoCheckpoint = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.leat.engine.shard..",
                    "dev.leat.engine.archive..",
                    "dev.leat.engine.stream..",
                    "dev.leat.engine.subscription..",
                    "dev.leat.engine.queue..",
                    "dev.leat.engine.presence..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.leat.engine.checkpoint..");

    /** Only streams have messages in the archive. */
    @ArchTest
    static final ArchRule onlyStreamsUseTheArchive = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.leat.engine.shard..",
                    "dev.leat.engine.subscription..",
                    "dev.leat.engine.queue..",
                    "dev.leat.engine.presence..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.leat.engine.archive..");

    /** Others may use streams; streams only tell whoever asked to be told. */
    @ArchTest
    static final ArchRule streamsKnowNoOtherFeature = noClasses()
            .that()
            .resideInAPackage("dev.leat.engine.stream..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.leat.engine.subscription..", "dev.leat.engine.queue..", "dev.leat.engine.presence..");

    /** A message goes through these packages from the left to the right; none knows one that is left of it. */
    @ArchTest
    static final ArchRule queuePackagesDependOnlyAsDrawn = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("queue")
            .definedBy("dev.leat.engine.queue")
            .layer("call")
            .definedBy("dev.leat.engine.queue.call")
            .layer("deadletter")
            .definedBy("dev.leat.engine.queue.deadletter")
            .layer("delivery")
            .definedBy("dev.leat.engine.queue.delivery")
            .layer("codec")
            .definedBy("dev.leat.engine.queue.codec")
            .layer("state")
            .definedBy("dev.leat.engine.queue.state")
            .whereLayer("queue")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("call")
            .mayOnlyBeAccessedByLayers("queue")
            .whereLayer("deadletter")
            .mayOnlyBeAccessedByLayers("queue", "call")
            .whereLayer("delivery")
            .mayOnlyBeAccessedByLayers("queue", "call", "deadletter")
            .whereLayer("codec")
            .mayOnlyBeAccessedByLayers("queue", "call", "deadletter", "delivery")
            .whereLayer("state")
            .mayOnlyBeAccessedByLayers("queue", "call", "deadletter", "delivery", "codec");

    /** Their types are public for each other only; everything else uses {@code engine.queue} itself. */
    @ArchTest
    static final ArchRule queuePackagesAreUsedByQueuesOnly = noClasses()
            .that()
            .resideOutsideOfPackage("dev.leat.engine.queue..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.leat.engine.queue.*");

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
                    "dev.leat.engine.archive..",
                    "dev.leat.engine.checkpoint..",
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
                    "dev.leat.engine.archive..",
                    "dev.leat.engine.checkpoint..",
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

    /** The thread that runs a shard holds the runner's lock; features need no other. */
    @ArchTest
    static final ArchRule shardsAndFeaturesHaveNoLocks = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.leat.engine.shard.ShardRunner")
            .and()
            .resideInAnyPackage(
                    "dev.leat.engine.shard..",
                    "dev.leat.engine.archive..",
                    "dev.leat.engine.checkpoint..",
                    "dev.leat.engine.stream..",
                    "dev.leat.engine.subscription..",
                    "dev.leat.engine.queue..",
                    "dev.leat.engine.presence..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Lock.class);
}
