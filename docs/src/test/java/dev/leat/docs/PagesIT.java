package dev.leat.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Everything that README, the guides and the examples tell people to type works, and shows what they say. */
class PagesIT {

    /** Whoever adds one has a good reason, and says it in the page. */
    private static final int NOT_RUN = 23;

    /** {@code -Dpage=queues} follows the pages with that in their name. */
    private final List<Page> pages = Page.all().stream()
            .filter(page -> page.name().contains(System.getProperty("page", "")))
            .toList();

    @TempDir
    Path temp;

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> whatAPageShowsWorks() {
        return pages.stream()
                .filter(Page::hasCode)
                .map(page -> DynamicTest.dynamicTest(page.name(), () -> follow(page)));
    }

    private void follow(Page page) throws IOException {
        Path directory = Files.createDirectory(temp.resolve(page.name().replace('/', '-')));
        try (Following following = new Following(page, directory)) {
            following.run();
        }
    }

    @Test
    void everyBlockSaysWhatItIs() {
        assertThat(pages.stream().flatMap(page -> page.flaws().stream())).isEmpty();
    }

    @Test
    void fewBlocksAreNotRun() {
        List<String> excuses = pages.stream()
                .flatMap(page -> page.notRun().stream().map(block -> page.at(block) + ": " + block.excuse()))
                .toList();
        long run = pages.stream().mapToLong(Page::run).sum();

        System.out.println("documentation: " + run + " blocks are run, and " + excuses.size() + " are not");
        excuses.forEach(excuse -> System.out.println("  " + excuse));

        assertThat(excuses).hasSizeLessThanOrEqualTo(NOT_RUN);
    }
}
