package dev.leat.cli.serve;

import dev.leat.cli.config.SettingException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.stream.Stream;

/** Refuses to start a server without access control on an address that other machines can reach. */
final class ExposureCheck {

    private ExposureCheck() {}

    static void check(ServeSettings settings) {
        String host = settings.server().host();
        if (settings.access().isOpen() && !settings.insecure() && !isLoopback(host)) {
            throw new SettingException("every machine on the network could use a server on " + host
                    + ", because no access is configured: set api-keys-file or one of the jwt settings,"
                    + " listen on 127.0.0.1, or say --insecure if the network is protected otherwise");
        }
    }

    /** Whether every address of a host is this machine's alone. */
    private static boolean isLoopback(String host) {
        try {
            return Stream.of(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            throw new StartException("the host " + host + " is not known: choose another with --host", e);
        }
    }
}
