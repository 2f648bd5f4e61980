package dev.leat.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is found in a page, and that its links lead somewhere. */
class PageTest {
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)#:\\s]+)(?:#([^)]*))?\\)");

    private static List<Block> blocks(String text) {
        return Page.blocks(text.replace("'''", "```"));
    }

    @Test
    void aBlockRightBehindCodeIsWhatItPrints() {
        List<Block> blocks = blocks("""
                '''sh
                echo 1
                '''

                '''text
                1
                '''

                In between.

                '''json
                {}
                '''
                """);

        assertThat(blocks).extracting(Block::isOutput).containsExactly(false, true, false);
        assertThat(blocks).extracting(Block::line).containsExactly(1, 5, 11);
    }

    @Test
    void aCommentSaysWhatIsDoneWithTheNextBlockOnly() {
        List<Block> blocks = blocks("""
                <!-- not run: no such machine -->
                '''sh
                halt
                '''

                <!-- java
                int hidden = 1;
                -->
                <!-- within:
                hidden++;
                -->
                '''java
                while (true) {
                    …
                }
                '''

                <!-- somebody's remark -->
                """);

        assertThat(blocks).extracting(Block::excuse).containsExactly("no such machine", null, null);
        assertThat(blocks).extracting(Block::hidden).containsExactly(false, true, false);
        assertThat(blocks.get(2).notes()).isEqualTo(java.util.Map.of("within", "hidden++;\n"));
    }

    @Test
    void whatLooksLikeCommandsHasToSayWhatItIs() {
        List<Block> blocks = blocks("""
                '''
                leat serve
                '''
                '''text
                curl http://127.0.0.1:4437
                '''
                '''text
                the leat serves
                '''
                """);

        assertThat(new Page(Page.root().resolve("page.md"), blocks).flaws()).hasSize(3);
    }

    @Test
    void settingsAreGivenToAProgramOrSayWhyNot() {
        List<Block> blocks = blocks("""
                <!-- file: leat.yaml -->
                '''yaml
                port: 4437
                '''
                <!-- not run: it is for somebody else's program -->
                '''yaml
                port: 4438
                '''
                '''properties
                port=4439
                '''
                """);

        assertThat(new Page(Page.root().resolve("page.md"), blocks).flaws())
                .singleElement()
                .asString()
                .endsWith("is read by no program: port=4439");
    }

    @Test
    void everyLinkLeadsSomewhere() {
        assertThat(Page.all().stream().flatMap(PageTest::deadLinks)).isEmpty();
    }

    private static Stream<String> deadLinks(Page page) {
        return LINK.matcher(Page.text(page.file()).replaceAll("(?s)```.*?```", ""))
                .results()
                .filter(link -> !leads(page.file().resolveSibling(link.group(1)), link.group(2)))
                .map(link -> page.name() + " " + link.group());
    }

    private static boolean leads(Path target, String anchor) {
        return Files.exists(target) && (anchor == null || anchors(target).anyMatch(anchor::equals));
    }

    /** As they are made from headings, the second of a name with a number behind it. */
    private static Stream<String> anchors(Path target) {
        List<String> headings = Page.text(target)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(java.util.Locale.ROOT))
                .map(line -> line.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .toList();
        return Stream.concat(headings.stream(), headings.stream().map(heading -> heading + "-1"));
    }
}
