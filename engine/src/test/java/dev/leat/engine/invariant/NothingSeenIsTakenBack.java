package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.model.StreamModel;
import java.util.List;

/** What anybody has read is there for everybody from then on, and so is the end of a stream. */
public final class NothingSeenIsTakenBack implements Ledger.Promise {
    @Override
    public void check(Ledger ledger, Ledger.Page page, Ledger.Content content) {
        assertThat(content.incarnation()).as("the incarnation of %s", page.path).isEqualTo(page.incarnation);
        requireStart(page, content, page.inherited);
        requireStart(page, content, page.seen);
        assertThat(content.closed() || !page.seenClosed)
                .as("%s is still closed", page.path)
                .isTrue();
        if (page.seenClosed) {
            assertThat(content.messages()).as("messages of %s", page.path).hasSameSizeAs(page.seen);
        }
    }

    private static void requireStart(Ledger.Page page, Ledger.Content content, List<StreamModel.Text> start) {
        int size = Math.min(start.size(), content.messages().size());
        assertThat(content.messages().subList(0, size))
                .as("the first messages of %s", page.path)
                .isEqualTo(start);
    }
}
