package dev.leat.http.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Glob;
import dev.leat.http.access.NameRanges.Range;
import dev.leat.http.access.VisiblePage.Ask;
import dev.leat.http.access.VisiblePage.Part;
import dev.leat.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameRangesTest {

    /** How often the list was asked for the page that was collected last. */
    private int asks;

    @ParameterizedTest
    @CsvSource({
        "read:*, **, true",
        "read:*, a/*, true",
        "read:a/, a/*, true",
        "read:a/, a/*/**, true",
        "read:a/, a/b/**, true",
        "read:a/, a/**/b, true",
        "read:a/, a/b*, true",
        "read:a/, a/b, true",
        "read:a/, a/**, false", // matches a
        "read:a/ read:a, a/**, true",
        "read:a/ read:a, a/**/**, true",
        "read:a, a/**, false",
        "read:a/, a, false",
        "read:a/, a*, false",
        "read:a/, a*/b, false",
        "read:a/, *, false",
        "read:a/, **, false",
        "read:a/, */b, false",
        "read:a/b/, a/*/b, false",
        "read:a/b/, a/**/b, false",
        "read:a/b read:a/c, a/*, false",
        "append:a/, a/*, false",
        "read:$presence/, $presence/*, true",
    })
    void aPatternIsCoveredIfEverythingIsThatItCanMatch(String scopes, String pattern, boolean covered) {
        assertThat(ranges(scopes.split(" ")).coversAll(new Glob(pattern))).isEqualTo(covered);
    }

    @Seeds(200)
    void aPatternIsCoveredIfAndOnlyIfEachMatchIs(long seed) {
        Random random = new Random(seed);
        NameRanges ranges = new NameRanges(Stream.generate(() -> range(random, "/"))
                .limit(1 + random.nextInt(5))
                .toList());
        Glob glob = new Glob(String.join(
                "/",
                Stream.generate(() -> List.of("a", "b", "*", "**", "a*").get(random.nextInt(5)))
                        .limit(1 + random.nextInt(4))
                        .toList()));

        boolean each =
                paths(6).filter(path -> glob.matches(StreamPath.of(path))).allMatch(ranges::covers);

        assertThat(ranges.coversAll(glob))
                .as("%s in %s", glob, ranges.inOrder())
                .isEqualTo(each);
    }

    /** All paths of up to some segments; one of those is in no scope and no pattern. */
    private static Stream<String> paths(int depth) {
        Stream<String> segments = Stream.of("a", "b", "ax");
        return depth == 1
                ? segments
                : Stream.concat(
                        Stream.of("a", "b", "ax"),
                        segments.flatMap(first -> paths(depth - 1).map(rest -> first + "/" + rest)));
    }

    @Seeds(300)
    void pagesHaveEachVisibleNameOnceAndTellOfNoOther(long seed) {
        Random random = new Random(seed);
        NavigableSet<String> names = new TreeSet<>();
        for (int i = 0; i < 60; i++) {
            names.add(name(random));
        }
        NameRanges ranges = new NameRanges(Stream.generate(() -> range(random, ""))
                .limit(random.nextInt(6))
                .toList());
        String prefix = random.nextInt(3) == 0 ? name(random) : "";
        int limit = 1 + random.nextInt(5);
        List<String> visible = names.stream()
                .filter(name -> name.startsWith(prefix) && ranges.covers(name))
                .toList();

        List<String> listed = new ArrayList<>();
        String after = null;
        do {
            Part<String> page = page(names, ranges, new Ask(prefix, after, limit));
            assertThat(page.found()).hasSizeLessThanOrEqualTo(limit);
            assertThat(page.more()).isEqualTo(listed.size() + page.found().size() < visible.size());
            assertThat(asks).isLessThanOrEqualTo(2 * ranges.inOrder().size() + 1);
            listed.addAll(page.found());
            after = page.more() ? page.found().getLast() : null;
        } while (after != null);

        assertThat(listed).isEqualTo(visible);
    }

    @Test
    void namesThatAreNotVisibleCostNothing() {
        NavigableSet<String> names = new TreeSet<>(List.of("z/1", "z/2"));
        for (int i = 0; i < 100_000; i++) {
            names.add("secret/" + i);
        }

        Part<String> page = page(names, ranges("read:a", "read:secret", "read:z/"), new Ask("", null, 1));

        assertThat(page).isEqualTo(new Part<>(List.of("z/1"), true));
        assertThat(asks).isEqualTo(3);
    }

    @Test
    void thousandsOfScopesAreAskedOneAfterTheOther() {
        NavigableSet<String> names = new TreeSet<>(List.of("n19999"));
        List<Range> ranges = Stream.iterate(0, i -> i + 1)
                .limit(20_000)
                .map(i -> new Range(Scope.Reach.EXACTLY, "n" + i))
                .toList();

        assertThat(page(names, new NameRanges(ranges), new Ask("", null, 1)))
                .isEqualTo(new Part<>(List.of("n19999"), false));
    }

    private Part<String> page(NavigableSet<String> names, NameRanges ranges, Ask wanted) {
        List<Part<String>> pages = new ArrayList<>();
        asks = 0;
        new VisiblePage<String>(
                        ranges,
                        wanted,
                        name -> name,
                        (ask, then) -> {
                            asks++;
                            List<String> found = names.tailSet(ask.prefix(), true).stream()
                                    .takeWhile(name -> name.startsWith(ask.prefix()))
                                    .filter(name -> ask.after() == null || name.compareTo(ask.after()) > 0)
                                    .limit(ask.limit() + 1L)
                                    .toList();
                            boolean more = found.size() > ask.limit();
                            then.accept(new Part<>(more ? found.subList(0, ask.limit()) : found, more));
                        },
                        pages::add)
                .collect();
        assertThat(pages).hasSize(1);
        return pages.getFirst();
    }

    private static NameRanges ranges(String... scopes) {
        return new Scopes(Stream.of(scopes).map(Scope::parse).toList()).of(Action.READ);
    }

    /** @param end what a range of several names ends with */
    private static Range range(Random random, String end) {
        String name = end.isEmpty() ? name(random) : name(random).replaceAll("(?<=.)(?=.)", "/");
        return switch (random.nextInt(12)) {
            case 0 -> new Range(Scope.Reach.ALL, "");
            case 1, 2, 3, 4, 5 -> new Range(Scope.Reach.EXACTLY, name);
            default -> new Range(Scope.Reach.BELOW, name + end);
        };
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i <= random.nextInt(4); i++) {
            name.append((char) ('a' + random.nextInt(2)));
        }
        return name.toString();
    }
}
