package dev.leat.docs;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever follows a page notices what is wrong with it. */
class FollowingTest {

    @TempDir
    Path directory;

    private void follow(String text) throws IOException {
        Page page = new Page(Page.root().resolve("page.md"), Page.blocks(text.replace("'''", "```")));
        try (Following following = new Following(page, Files.createTempDirectory(directory, "page"))) {
            following.run();
        }
    }

    @Test
    void blocksShareWhatThoseBeforeLeft() {
        assertThatCode(() -> follow("""
                <!-- file: greeting -->
                '''text
                hello
                '''

                <!-- sh
                name=$(cat greeting)
                -->
                '''sh
                echo "$name, 7 o'clock"
                '''

                '''text
                …
                hello, … o'clock
                '''

                <!-- java
                int number = 40;
                -->
                <!-- around:
                class Sum {
                    int of(int number) {
                …
                    }
                }
                -->
                '''java
                return number + 2;
                '''

                <!-- within:
                System.out.println(new Sum().of(number));
                -->
                '''java
                for (int i = 0; i < 1; i++) {
                    …
                }
                '''

                '''text
                42
                '''

                <!-- goes on until: started -->
                '''sh
                echo started; sleep 600
                '''

                <!-- fails -->
                '''console
                $ ls nowhere
                …nowhere…
                $ test 1 = 2
                '''

                <!-- not run: it would fail -->
                '''sh
                false
                '''
                """)).doesNotThrowAnyException();
    }

    @Test
    void aCommandThatFailsIsToldWithItsPlaceAndWords() {
        assertThatThrownBy(() -> follow("A page.\n\n'''sh\nls nowhere\necho never\n'''\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("page.md:3", "nowhere", "No such file");
    }

    @Test
    void aCommandThatShouldFailAndDoesNotIsTold() {
        assertThatThrownBy(() -> follow("<!-- fails -->\n'''sh\ntrue\n'''\n")).hasMessageContaining("it does not fail");
    }

    @Test
    void whatIsPrintedAndNotShownIsTold() {
        assertThatThrownBy(() -> follow("'''sh\necho 1\n'''\n\n'''text\n2\n'''\n"))
                .hasMessageContainingAll("page.md:5", "shows\n2", "it is\n1");
        assertThatThrownBy(() -> follow("'''console\n$ echo 1\n2\n'''\n")).hasMessageContaining("it is\n1");
    }

    /** Whoever runs each block in a thread group of its own is tempted to wait for all that is in it. */
    @Test
    void aThreadThatGoesOnHoldsUpNobody() {
        assertThatCode(() -> follow("""
                '''java
                Thread endless = new Thread(() -> { while (true) { java.util.concurrent.locks.LockSupport.park(); } });
                ThreadGroup group = endless.getThreadGroup();
                endless.start();
                '''

                '''java
                System.out.println(group == Thread.currentThread().getThreadGroup());
                '''

                '''text
                true
                '''
                """)).doesNotThrowAnyException();
    }

    @Test
    void javaThatDoesNotCompileIsTold() {
        assertThatThrownBy(() -> follow("'''java\nint one = \"1\";\n'''\n")).hasMessageContaining("incompatible types");
    }

    @Test
    void javaThatThrowsIsTold() {
        assertThatThrownBy(() -> follow("'''java\nthrow new IllegalStateException(\"broken\");\n'''\n"))
                .hasMessageContainingAll("page.md:1", "IllegalStateException", "broken");
    }

    @Test
    void javaThatNamesWhatIsNotThereIsTold() {
        assertThatThrownBy(() -> follow("'''java\nint sum() { return missing + 1; }\n'''\n"))
                .hasMessageContaining("missing");
    }
}
