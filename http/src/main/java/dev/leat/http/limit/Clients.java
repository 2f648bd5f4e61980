package dev.leat.http.limit;

import dev.leat.http.access.Caller;
import io.netty.util.NetUtil;
import java.util.HexFormat;

/** Identity of a client for rate limits: an authenticated caller, else the network of its connection. */
public final class Clients {
    private static final int PREFIX_BYTES = 8;

    private Clients() {}

    /** @param network the {@link #network} of the connection, which is worth keeping with it */
    public static String key(Caller caller, String network) {
        return caller.isAuthenticated() ? caller.name() : network;
    }

    /** The address itself for IPv4; the first 64 bits for IPv6, because one host has all addresses that begin so. */
    public static String network(String address) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        if (bytes == null || bytes.length == 4) {
            return "ip:" + address;
        }
        return isMapped(bytes)
                ? "ip:" + NetUtil.bytesToIpAddress(bytes, 12, 4)
                : "ip:" + HexFormat.of().formatHex(bytes, 0, PREFIX_BYTES) + "/64";
    }

    /** An IPv4 address in IPv6 dress, as sockets that serve both report it. */
    private static boolean isMapped(byte[] bytes) {
        for (int i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return bytes[10] == -1 && bytes[11] == -1;
    }
}
