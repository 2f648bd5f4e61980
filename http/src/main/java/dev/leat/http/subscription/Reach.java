package dev.leat.http.subscription;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** Class of a network address. */
enum Reach {
    PUBLIC,
    LOOPBACK,
    PRIVATE,
    /** Addresses that no webhook has: multicast, unspecified, a cloud's metadata, or a private one embedded in IPv6. */
    FORBIDDEN;

    /** The addresses that begin with these bits. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Block(Reach reach, byte[] prefix, int bits) {

        static Block of(Reach reach, String text) {
            int slash = text.indexOf('/');
            return new Block(reach, address(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
        }

        boolean holds(byte[] address) {
            if (address.length != prefix.length) {
                return false;
            }
            int whole = bits / 8;
            int mask = 0xff00 >> bits % 8 & 0xff;
            return Arrays.equals(address, 0, whole, prefix, 0, whole)
                    && (mask == 0 || (address[whole] & mask) == (prefix[whole] & mask));
        }
    }

    /** The first that holds an address decides. */
    private static final List<Block> V4 = List.of(
            Block.of(FORBIDDEN, "168.63.129.16/32"), // metadata of Azure
            Block.of(FORBIDDEN, "100.100.100.200/32"), // metadata of Alibaba
            Block.of(FORBIDDEN, "192.0.0.192/32"), // metadata of Oracle
            Block.of(FORBIDDEN, "169.254.0.0/16"), // link-local, with the metadata of all other clouds
            Block.of(LOOPBACK, "127.0.0.0/8"),
            Block.of(PRIVATE, "10.0.0.0/8"),
            Block.of(PRIVATE, "172.16.0.0/12"),
            Block.of(PRIVATE, "192.168.0.0/16"),
            Block.of(PRIVATE, "100.64.0.0/10"), // behind a carrier's NAT
            Block.of(FORBIDDEN, "0.0.0.0/8"),
            Block.of(FORBIDDEN, "192.0.0.0/24"),
            Block.of(FORBIDDEN, "192.0.2.0/24"),
            Block.of(FORBIDDEN, "192.88.99.0/24"),
            Block.of(FORBIDDEN, "198.18.0.0/15"),
            Block.of(FORBIDDEN, "198.51.100.0/24"),
            Block.of(FORBIDDEN, "203.0.113.0/24"),
            Block.of(FORBIDDEN, "224.0.0.0/3")); // groups, reserved, broadcast

    private static final List<Block> V6 = List.of(
            Block.of(FORBIDDEN, "fd00:ec2::254/128"), // metadata of AWS
            Block.of(LOOPBACK, "::1/128"),
            Block.of(PRIVATE, "fc00::/7"),
            Block.of(FORBIDDEN, "2001::/32"), // Teredo
            Block.of(FORBIDDEN, "2001:db8::/32"),
            Block.of(PUBLIC, "2000::/3"));

    // these hold an address of IPv4
    private static final Block NAT64 = Block.of(PUBLIC, "64:ff9b::/96");
    private static final Block MAPPED = new Block(PUBLIC, mappedPrefix(), 96);
    private static final Block SIX_TO_FOUR = Block.of(PUBLIC, "2002::/16");

    static Reach of(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address ? first(V4, bytes) : six(bytes);
    }

    private static Reach six(byte[] bytes) {
        if (MAPPED.holds(bytes)) {
            return first(V4, Arrays.copyOfRange(bytes, 12, 16));
        }
        if (SIX_TO_FOUR.holds(bytes)) {
            return disguised(Arrays.copyOfRange(bytes, 2, 6));
        }
        if (NAT64.holds(bytes)) {
            return disguised(Arrays.copyOfRange(bytes, 12, 16));
        }
        return first(V6, bytes);
    }

    /**
     * Returns the class of an IPv4 address that is embedded in IPv6: a private one is forbidden, since no webhook needs
     * this form.
     */
    private static Reach disguised(byte[] v4) {
        return first(V4, v4) == PUBLIC ? PUBLIC : FORBIDDEN;
    }

    private static Reach first(List<Block> blocks, byte[] bytes) {
        for (Block block : blocks) {
            if (block.holds(bytes)) {
                return block.reach();
            }
        }
        return bytes.length == 4 ? PUBLIC : FORBIDDEN; // of IPv6 only what is assigned for it is public
    }

    private static byte[] mappedPrefix() {
        byte[] prefix = new byte[16];
        prefix[10] = (byte) 0xff;
        prefix[11] = (byte) 0xff;
        return prefix;
    }

    private static byte[] address(String literal) {
        try {
            return InetAddress.getByName(literal).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(literal, e);
        }
    }
}
