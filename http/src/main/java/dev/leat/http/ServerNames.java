package dev.leat.http;

import dev.leat.http.origin.HostName;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names by which clients may call a server that asks for no credentials. A page whose own name is made to mean this machine
 * (DNS rebinding) is of the server's origin as far as a browser can tell, and only the name in its requests gives it away.
 *
 * <p>Addresses are always fine: a page gets such a name only from the machine that has the address. So are loopback names, the host
 * that the server listens on, that of its public URL, and those that are configured. A server that other machines reach is also
 * called by its own name and by those that only a private network knows, such as {@code leat} in a network of containers; on
 * loopback they are refused, since the resolver of a strange network could answer for them.
 */
final class ServerNames {
    private final boolean any;
    private final boolean shared;
    private final Set<HostName> own = new HashSet<>();
    private volatile String known = "";

    /**
     * @param shared whether other machines reach the server
     * @param publicHost null if there is no public URL
     */
    ServerNames(ServerSettings settings, boolean shared, @Nullable HostName publicHost) {
        this.any = settings.allowedHosts().contains("*");
        this.shared = shared;
        own.add(HostName.of(settings.host()));
        settings.allowedHosts().forEach(name -> own.add(HostName.of(name)));
        if (publicHost != null) {
            own.add(publicHost);
        }
        if (shared && !any) {
            addMachine();
        }
    }

    private void addMachine() {
        try {
            own.add(HostName.of(InetAddress.getLocalHost().getHostName()));
        } catch (UnknownHostException e) {
            // its name does not resolve, so it is called by another
        }
    }

    /** Whether a request may name this as its server, with or without a port. Most name the same as the one before. */
    boolean has(String authority) {
        if (any || authority.equals(known)) {
            return true;
        }
        HostName host = HostName.ofAuthority(authority);
        boolean good = host.isAddress() || host.isLoopback() || own.contains(host) || (shared && host.isPrivate());
        if (good) {
            known = authority;
        }
        return good;
    }
}
