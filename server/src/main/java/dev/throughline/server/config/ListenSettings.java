package dev.throughline.server.config;

import dev.throughline.gateway.HostNames;
import java.util.List;

/**
 * Where the gateway listens.
 *
 * @param isUnprotected whether the user accepts that anyone who reaches the address may use it
 * @param names what else the gateway is called in requests, of a proxy before it for instance
 */
public record ListenSettings(String host, int port, boolean isUnprotected, List<String> names) {
    public ListenSettings {
        names = List.copyOf(names);
    }

    /** Whether only programs on this machine can reach the address. Decided by its text: a name is not looked up. */
    public boolean isLoopback() {
        return HostNames.isLoopback(host);
    }
}
