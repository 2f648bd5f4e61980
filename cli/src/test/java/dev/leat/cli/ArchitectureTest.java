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

    /** A message goes through these packages from the left to the right; none knows one that is left of it. */
    @ArchTest
    static final ArchRule queuePackagesDependOnlyAsDrawn = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
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
            .doNotHaveFullyQualifiedName("dev.leat.engine.shard.ShardRunner")
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
