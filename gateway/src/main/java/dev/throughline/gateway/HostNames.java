package dev.throughline.gateway;

import dev.throughline.model.Headers;
import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The host names that a gateway accepts. A web page can have its own name point to this machine after it was loaded
 * (DNS rebinding); its requests are then of the same origin for the browser, and only the name in their Host header
 * distinguishes them from those of a local program.
 *
 * <p>On a loopback address the name in every request is checked, except for probes. On other addresses the gateway
 * cannot know what it is called, and checks only where names are configured.
 *
 * <p>A page can also post to a gateway on loopback without such a trick, and a gateway with a configured key would pay
 * for it. Browsers name the page's origin and no agent does, so an origin that is not on this machine is refused.
 *
 * @param isChecked whether a request with another name is refused
 * @param names what the gateway is called beside the names that every machine has for itself; without ports
 */
public record HostNames(boolean isChecked, Set<String> names) {
    private static final Pattern LOOPBACK_ADDRESS = Pattern.compile("127(?:\\.\\d{1,3}){3}");
    private static final int MOST_SHOWN = 100;

    public HostNames {
        names = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /** The names of a gateway that listens on this address and has these further names. */
    public static HostNames of(String address, Collection<String> further) {
        Set<String> names = new HashSet<>(further);
        names.add(address);
        return new HostNames(isLoopback(address) || !further.isEmpty(), names);
    }

    /** Whether a name or an address, without a port, is this machine by definition. Names are not looked up. */
    public static boolean isLoopback(String host) {
        String plain = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        String lower = plain.toLowerCase(Locale.ROOT);
        return lower.equals("localhost")
                || lower.endsWith(".localhost")
                || lower.equals("::1")
                || lower.equals("0:0:0:0:0:0:0:1")
                || LOOPBACK_ADDRESS.matcher(lower).matches();
    }

    /**
     * Whether a request names another host, or more than one. An old client may name none; a browser always names one.
     */
    public boolean isForeign(Headers headers) {
        long hosts = headers.all().stream().filter(header -> header.is("host")).count();
        return isChecked && hosts > 0 && (hosts > 1 || !isOwn(withoutPort(host(headers))));
    }

    /** Whether a request comes from a web page that is not on this machine. */
    boolean isForeignOrigin(Headers headers) {
        return headers.first("sec-fetch-site").filter("cross-site"::equals).isPresent()
                || headers.first("origin")
                        .filter(origin -> !isOwnOrigin(origin))
                        .isPresent();
    }

    private boolean isOwnOrigin(String origin) {
        try {
            String host = URI.create(origin.strip()).getHost();
            return host != null && isOwn(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether a name is one of this gateway's. */
    private boolean isOwn(String host) {
        return isLoopback(host) || names.contains(host.toLowerCase(Locale.ROOT));
    }

    /** The message for a request that {@link #isForeign}. */
    public String sentence(Headers headers) {
        return "The host '" + shown(host(headers)) + "' is not a name of this gateway. Use 127.0.0.1 or localhost in"
                + " the base URL, or add the name to host_names.";
    }

    private static String host(Headers headers) {
        return headers.first("host").orElse("").strip();
    }

    private static String shown(String host) {
        return host.substring(0, Math.min(host.length(), MOST_SHOWN)).replaceAll("[^\\x21-\\x7e]", "?");
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        boolean hasPort = colon > 0
                && !host.endsWith("]")
                && host.substring(colon + 1).chars().allMatch(Character::isDigit);
        return hasPort ? host.substring(0, colon) : host;
    }
}
