package dev.leat.engine.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the parent, which has checked what is there, wants this life of the child to do.
 *
 * @param retries appends with a producer that were not answered in an earlier life
 * @param producers what each producer has written last
 * @param open streams to go on with
 * @param drops streams to get rid of
 */
record Plan(List<Retry> retries, List<Last> producers, List<Open> open, List<String> drops) {

    record Retry(String path, String producer, long epoch, long seq, boolean close, boolean duplicate, List<Long> ids) {
        String line() {
            return "retry " + path + " " + producer + " " + epoch + " " + seq + " " + close + " " + duplicate + " "
                    + Content.text(ids);
        }
    }

    record Last(String path, String producer, long epoch, long seq) {
        String line() {
            return "last " + path + " " + producer + " " + epoch + " " + seq;
        }
    }

    record Open(String path, boolean json) {
        String line() {
            return "open " + path + " " + json;
        }
    }

    /** A retry made a producer's last append another one. */
    void wrote(Last last) {
        producers.removeIf(before -> before.path.equals(last.path) && before.producer.equals(last.producer));
        producers.add(last);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        retries.forEach(retry -> lines.add(retry.line()));
        producers.forEach(last -> lines.add(last.line()));
        open.forEach(stream -> lines.add(stream.line()));
        drops.forEach(path -> lines.add("drop " + path));
        lines.add("go");
        return lines;
    }

    static Plan read(BufferedReader in) throws IOException {
        Plan plan = new Plan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (String line = in.readLine(); line != null && !line.equals("go"); line = in.readLine()) {
            String[] word = line.split(" ");
            switch (word[0]) {
                case "retry" ->
                    plan.retries.add(new Retry(
                            word[1],
                            word[2],
                            Long.parseLong(word[3]),
                            Long.parseLong(word[4]),
                            Boolean.parseBoolean(word[5]),
                            Boolean.parseBoolean(word[6]),
                            Content.ids(word[7])));
                case "last" ->
                    plan.producers.add(new Last(word[1], word[2], Long.parseLong(word[3]), Long.parseLong(word[4])));
                case "open" -> plan.open.add(new Open(word[1], Boolean.parseBoolean(word[2])));
                case "drop" -> plan.drops.add(word[1]);
                default -> throw new IllegalStateException("not a plan: " + line);
            }
        }
        return plan;
    }
}
