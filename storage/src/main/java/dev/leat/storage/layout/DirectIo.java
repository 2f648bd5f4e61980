package dev.leat.storage.layout;

import java.nio.file.OpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The option to open a file with {@code O_DIRECT}: reads and writes that go past the page cache. */
public final class DirectIo {
    private static final Logger LOG = LoggerFactory.getLogger(DirectIo.class);
    private static final Optional<OpenOption> OPTION = find();

    private DirectIo() {}

    /** Empty if this Java has no such option. A file system may refuse it all the same. */
    public static Optional<OpenOption> option() {
        return OPTION;
    }

    /** Looks the option up by its name, since the JDK warns of every use of its class. */
    private static Optional<OpenOption> find() {
        try {
            Class<?> options = Class.forName("com.sun.nio.file.ExtendedOpenOption");
            for (Object option : options.getEnumConstants()) {
                if ("DIRECT".equals(option.toString())) {
                    return Optional.of((OpenOption) option);
                }
            }
        } catch (ClassNotFoundException e) {
            LOG.debug("this Java has no direct I/O");
        }
        return Optional.empty();
    }
}
