package dev.throughline.app.config;

import java.util.Locale;

/**
 * Where the gateway listens.
 *
 * @param isUnprotected whether the user accepts that anyone who reaches the address may use it
 */
public record Listen(String host, int port, boolean isUnprotected) {
    /** Whether only programs on this machine can reach the address. Decided by its text: a name is not looked up. */
    public boolean isLoopback() {
        return isLoopback(host);
    }

    /** Whether this host, a name or an address as in a Host header without its port, is this machine by definition. */
    public static boolean isLoopback(String host) {
        String plain = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        String lower = plain.toLowerCase(Locale.ROOT);
        return lower.equals("localhost")
                || lower.endsWith(".localhost")
                || lower.equals("::1")
                || lower.equals("0:0:0:0:0:0:0:1")
                || lower.matches("127(\\.\\d{1,3}){3}");
    }
}
