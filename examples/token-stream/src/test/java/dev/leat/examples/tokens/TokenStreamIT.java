package dev.leat.examples.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.testkit.BrowserTab;
import dev.leat.testkit.Chromium;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser. The test makes the tokens, so it knows what there is to see. */
class TokenStreamIT {
    private static final String QUESTION = "What is a \"leat\"?";
    private static final String TEXT = String.join("", Model.tokens(QUESTION));

    private final Semaphore tokens = new Semaphore(0);

    @TempDir
    Path temp;

    @Test
    void anAnswerSurvivesAReloadAndARestartOfEverythingButThePage() throws Exception {
        Path program = Chromium.program();
        TokenStream served = start(0, 0);
        int leatPort = served.leatPort();
        int pagePort = served.pagePort();
        try (Chromium browser = Chromium.open(program, served.url(), temp);
                BrowserTab tab = browser.tab()) {
            ask(tab);
            tokens.release(5);
            awaitAnswer(tab, prefix(5));

            tab.evaluate("location.reload()");
            tab.await("performance.getEntriesByType('navigation')[0].type", "reload"::equals);
            tokens.release(5);
            awaitAnswer(tab, prefix(10));
            assertThat(followed(tab)).as("it went on, and did not begin anew").doesNotContain("offset=-1");

            served.close();
            tab.await("document.querySelector('#state').textContent", "waiting for the server…"::equals);
            assertThat(answer(tab)).isEqualTo(prefix(10));
            served = start(leatPort, pagePort);
            tokens.release(15); // the model says the first ten again, and nobody sees them twice
            awaitAnswer(tab, prefix(15));

            tokens.release(1000);
            awaitAnswer(tab, TEXT);
            tab.await("document.querySelector('#state').textContent", "done"::equals);
        } finally {
            served.close();
        }
    }

    private TokenStream start(int leatPort, int pagePort) {
        tokens.drainPermits();
        return TokenStream.start(temp.resolve("data"), leatPort, pagePort, tokens::acquire);
    }

    private static void ask(BrowserTab tab) throws InterruptedException {
        tab.await("String(document.forms.length && document.readyState)", "complete"::equals);
        tab.evaluate("document.forms[0].question.value = '" + QUESTION + "'");
        tab.evaluate("document.forms[0].requestSubmit()");
    }

    private static String prefix(int count) {
        return String.join("", Model.tokens(QUESTION).subList(0, count));
    }

    private static String answer(BrowserTab tab) throws InterruptedException {
        return tab.evaluate("document.querySelector('#answer').textContent");
    }

    private static void awaitAnswer(BrowserTab tab, String wanted) throws InterruptedException {
        tab.await("document.querySelector('#answer').textContent", wanted::equals);
    }

    /** The URLs that were followed since the page was loaded. */
    private static String followed(BrowserTab tab) throws InterruptedException {
        return tab.evaluate("performance.getEntriesByType('resource').map(entry => entry.name).join(' ')");
    }
}
