package dev.leat.examples.mails;

import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.Handler;
import java.io.IOException;

/** Stands for whatever a job needs that does not always work. */
final class MailServer {
    private volatile boolean mended;

    void mend() {
        mended = true;
    }

    /** Returning is success, any exception another attempt, and {@link Handler.Reject} the end of it. */
    void send(Delivery mail) throws IOException {
        String to = mail.text();
        if (!to.contains("@")) {
            throw new Handler.Reject("no address: " + to);
        }
        if (to.startsWith("busy") && mail.attempt() < 3) {
            throw new IOException("try again later");
        }
        if (to.startsWith("broken") && !mended) {
            throw new IOException("mailbox unavailable");
        }
    }
}
