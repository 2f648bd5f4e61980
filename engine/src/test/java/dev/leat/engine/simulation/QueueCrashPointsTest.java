package dev.leat.engine.simulation;

import dev.leat.engine.support.QueueRig;
import dev.leat.testkit.Seeds;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Crashes at any moment: what producers and consumers were told stays true. Ten of them in each life. */
class QueueCrashPointsTest {

    @Tag("checklist-5")
    @Seeds(100)
    void nothingThatWasConfirmedIsLostInACrash(long seed) {
        Course course = new Course(seed);
        QueueRig rig = new QueueRig();
        QueueTraffic traffic = new QueueTraffic(course, () -> rig.core().queues(), rig::settle);
        traffic.begin();
        for (int life = 0; life < 10; life++) {
            for (int i = course.random.nextInt(150); i > 0; i--) {
                step(course, rig, traffic);
            }
            rig.crash(course.random);
            traffic.crash();
            rig.settle();
            traffic.check();
        }
    }

    private static void step(Course course, QueueRig rig, QueueTraffic traffic) {
        switch (course.random.nextInt(20)) {
            case 0 -> rig.clock.advance(Duration.ofMillis(course.random.nextInt(2000)));
            case 1 -> rig.settle();
            case 2 -> {
                if (course.oneIn(4)) {
                    rig.checkpoint();
                }
            }
            case 3, 4, 5, 6, 7, 8, 9, 10 -> rig.turn(course.random);
            default -> traffic.act();
        }
    }
}
