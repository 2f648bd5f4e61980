package dev.leat.outbox.invalidation;

import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;

/** The text of a notification: the news, as letters; the id of the sender; the namespace. */
final class Notice {

    /** One channel for all namespaces, so that its name needs no escaping. */
    static final String CHANNEL = "leat_outbox";

    private Notice() {}

    static Sender sender(String namespace) {
        return new Sender(UUID.randomUUID().toString(), namespace);
    }

    /**
     * Writer and parser of notices.
     *
     * @param id of one outbox in one process: it need not hear itself
     */
    record Sender(String id, String namespace) {

        String write(Set<Wakeups.News> news) {
            StringBuilder text = new StringBuilder();
            news.forEach(one -> text.append(letter(one)));
            return text.append(' ').append(id).append(' ').append(namespace).toString();
        }

        /** What a notice means to this outbox: nothing if it is its own, of another namespace, or not understood. */
        Set<Wakeups.News> read(String text) {
            EnumSet<Wakeups.News> news = EnumSet.noneOf(Wakeups.News.class);
            String[] parts = text.split(" ", 3);
            if (parts.length == 3 && !parts[1].equals(id) && parts[2].equals(namespace)) {
                for (Wakeups.News one : Wakeups.News.values()) {
                    if (parts[0].indexOf(letter(one)) >= 0) {
                        news.add(one);
                    }
                }
            }
            return news;
        }

        private static char letter(Wakeups.News news) {
            return news.name().charAt(0);
        }
    }
}
