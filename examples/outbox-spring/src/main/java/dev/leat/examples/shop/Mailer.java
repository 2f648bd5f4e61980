package dev.leat.examples.shop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;

/** Sends mails, as far as this example does. */
@Component
public class Mailer {
    private final List<String> sent = new CopyOnWriteArrayList<>();

    public void send(String about, String text) {
        sent.add(about + " " + text);
    }

    public List<String> sent() {
        return sent;
    }
}
