package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Headers;
import dev.throughline.model.Headers.Header;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which headers are forwarded, in both directions.
 *
 * <p>Dropped: those that concern one connection only (RFC 9110, section 7.6.1, and what {@code Connection} names),
 * and our own {@code x-throughline-*} of a request. Set: {@code host}, {@code content-length}, and for a reply that
 * must be readable as it passes {@code accept-encoding: identity}. Every other header is forwarded in its order and
 * spelling.
 */
final class ForwardedHeaders {
    private static final Set<String> HOP_BY_HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-authentication-info",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /** {@code expect} was answered already: the whole body is here. */
    private static final Set<String> DROPPED_FROM_REQUESTS = Set.of("expect", "http2-settings");

    private static final String OWN_PREFIX = "x-throughline-";
    private static final Set<String> METHODS_WITH_BODY = Set.of("POST", "PUT", "PATCH");

    /** The values were read from lines of HTTP, or come from a check of their own; a second check would cost time. */
    private static final DefaultHttpHeadersFactory UNCHECKED =
            DefaultHttpHeadersFactory.headersFactory().withValidation(false);

    private ForwardedHeaders() {}

    /** The headers for a provider, which may not compress its reply if that is read as it passes. */
    static HttpHeaders request(UpstreamRequest request, Provider provider, boolean isReplyRead) {
        Set<String> named = named(request.headers());
        HttpHeaders lines = UNCHECKED.newHeaders();
        lines.set("host", provider.origin().authority());
        boolean hasCredentials = false;
        for (Header header : request.headers().all()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            hasCredentials |= Headers.CREDENTIALS.contains(name);
            if (!isDropped(name, named) && !name.equals("host") && !name.equals("content-length")) {
                lines.add(header.name(), header.value());
            }
        }
        if (!hasCredentials) {
            provider.credentials().all().forEach(header -> lines.add(header.name(), header.value()));
        }
        if (isReplyRead) {
            lines.set("accept-encoding", "identity");
        }
        if (!request.body().isEmpty() || METHODS_WITH_BODY.contains(request.method())) {
            lines.set("content-length", Integer.toString(request.body().length()));
        }
        return lines;
    }

    /** The headers for the client, with some of our own. */
    static HttpHeaders reply(HttpHeaders upstream, Headers added) {
        Set<String> named = upstream.contains("connection") ? named(upstream.getAll("connection")) : Set.of();
        HttpHeaders lines = UNCHECKED.newHeaders();
        for (Map.Entry<String, String> line : upstream) {
            String name = line.getKey().toLowerCase(Locale.ROOT);
            if (!HOP_BY_HOP.contains(name) && !named.contains(name)) {
                lines.add(line.getKey(), line.getValue());
            }
        }
        for (Header header : added.all()) {
            lines.add(header.name(), checked(header));
        }
        return lines;
    }

    private static boolean isDropped(String name, Set<String> named) {
        return HOP_BY_HOP.contains(name)
                || DROPPED_FROM_REQUESTS.contains(name)
                || named.contains(name)
                || name.startsWith(OWN_PREFIX);
    }

    private static Set<String> named(Headers headers) {
        return headers.has("connection")
                ? named(headers.all().stream()
                        .filter(header -> header.is("connection"))
                        .map(Header::value)
                        .toList())
                : Set.of();
    }

    /** The header names that {@code Connection} lists. */
    private static Set<String> named(Iterable<String> values) {
        Set<String> names = new HashSet<>();
        for (String value : values) {
            for (String name : value.split(",", -1)) {
                names.add(name.strip().toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    private static String checked(Header header) {
        String value = header.value();
        if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("The header " + header.name() + " contains a line break.");
        }
        return value;
    }
}
