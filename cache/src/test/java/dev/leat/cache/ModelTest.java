package dev.leat.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Intent;
import dev.leat.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Random questions, answers of loaders, invalidations and times, in one thread, compared with {@link Model} after each step. */
class ModelTest {

    private static final int STEPS = 400;
    private static final List<String> KEYS = List.of("a", "b", "c");
    private static final List<String> TAGS = List.of("t0", "t1", "t2", "t3", "t4", "t5");

    /** A question to both. */
    private record Question(Model.Reader expected, CompletableFuture<String> real, int asked) {}

    /** What a loader of ours ended with. */
    private record Ending(Model.Run run, Set<String> found) {}

    private final ManualTicker ticker = new ManualTicker();
    private final Map<Integer, CompletableFuture<LoadResult<String>>> loads = new HashMap<>();
    private final Map<Integer, Ending> endings = new HashMap<>();
    private final List<Question> questions = new ArrayList<>();
    private Random random;
    private Model model;
    private TaggedCache<String, String> cache;

    @Seeds(200)
    void theCacheDoesWhatItsHistorySays(long seed) {
        random = new Random(seed);
        Model.Rules rules = new Model.Rules(20, chance(2) ? 7 : 0, chance(2) ? 6 : 0, chance(2) ? 15 : 0, 3, 2);
        model = new Model(rules);
        cache = cache(rules);

        for (int i = 0; i < STEPS; i++) {
            step();
            compare();
        }

        assertThat(model.runs).isGreaterThan(STEPS / 20);
    }

    private TaggedCache<String, String> cache(Model.Rules rules) {
        CacheBuilder<String, String> builder = TaggedCache.<String, String>builder(Duration.ofSeconds(rules.ttl()))
                .retryPause(Duration.ofSeconds(rules.pause()))
                .recentInvalidations(rules.log())
                .ticker(ticker)
                .executor(Runnable::run);
        if (rules.negativeTtl() > 0) {
            builder.negativeTtl(Duration.ofSeconds(rules.negativeTtl()));
        }
        if (rules.refreshAhead() > 0) {
            builder.refreshAhead(Duration.ofSeconds(rules.refreshAhead()));
        }
        if (rules.staleOnError() > 0) {
            builder.staleOnError(Duration.ofSeconds(rules.staleOnError()));
        }
        return builder.build();
    }

    private void step() {
        int dice = random.nextInt(100);
        if (dice < 40) {
            ask(any(KEYS));
        } else if (dice < 70) {
            endALoad();
        } else if (dice < 90) {
            invalidate();
        } else {
            int seconds = 1 + random.nextInt(8);
            model.now += seconds;
            ticker.advance(Duration.ofSeconds(seconds));
        }
    }

    private void ask(String key) {
        Model.Reader reader = new Model.Reader(key);
        int asked = model.moment();
        model.ask(reader, names(key));
        questions.add(new Question(reader, askCache(key), asked));
    }

    /** The first two tags of a key are known, and others may be found. */
    private static List<Intent> tags(String key) {
        int first = KEYS.indexOf(key);
        return List.of(Intent.tag(TAGS.get(first)), Intent.collection(TAGS.get(first + 1)));
    }

    private static Set<String> names(String key) {
        return tags(key).stream().map(intent -> intent.tagText().orElseThrow()).collect(Collectors.toSet());
    }

    private CompletableFuture<String> askCache(String key) {
        return cache.findAsync(key, tags(key), unused -> {
                    CompletableFuture<LoadResult<String>> load = new CompletableFuture<>();
                    loads.put(loads.size() + 1, load);
                    return load;
                })
                .thenApply(value -> value.orElse("nothing"));
    }

    private void endALoad() {
        if (model.running.isEmpty()) {
            return;
        }
        Model.Run run = any(model.running);
        Set<String> tags = names(run.key);
        if (chance(4)) {
            model.fail(run, tags);
            loads.get(run.id).completeExceptionally(new IllegalStateException("down"));
            return;
        }
        boolean absent = chance(5);
        Set<String> found = chance(2) ? Set.of() : Set.of(any(TAGS));
        endings.put(run.id, new Ending(run, found));
        model.succeed(run, absent, found, tags);
        LoadResult<String> loaded = absent ? LoadResult.absent() : LoadResult.of(Integer.toString(run.id));
        loads.get(run.id)
                .complete(loaded.withTags(found.stream().map(Intent::tag).toList()));
    }

    private void invalidate() {
        if (chance(10)) {
            model.invalidate(Model.EVERYTHING);
            cache.flush("test");
        } else if (chance(4)) {
            String key = any(KEYS);
            model.invalidate("k:" + key);
            cache.apply(Intent.key(key));
        } else {
            String tag = any(TAGS);
            model.invalidate(tag);
            cache.apply(Intent.tag(tag));
        }
    }

    private void compare() {
        assertThat(loads).as("loads begun").hasSize(model.runs);
        for (Question question : questions) {
            String expected = question.expected.answer;
            String shown = expected.startsWith("-") ? "nothing" : expected;
            assertThat(answer(question.real)).isEqualTo(shown);
            Ending ending = expected.matches("-?\\d+") ? endings.get(Math.abs(Integer.parseInt(expected))) : null;
            if (ending != null) {
                assertThat(model.untouched(ending.run, ending.found, question.asked))
                        .as("whoever asked after an invalidation got nothing from before")
                        .isTrue();
            }
        }
        questions.removeIf(question -> question.real.isDone());
    }

    private static String answer(CompletableFuture<String> real) {
        if (!real.isDone()) {
            return "none yet";
        }
        return real.isCompletedExceptionally() ? "failed" : real.join();
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
