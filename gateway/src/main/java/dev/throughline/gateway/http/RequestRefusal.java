package dev.throughline.gateway.http;

import java.time.Duration;

/** Why a request is refused: the status, and a code and a sentence for its reply. */
public record RequestRefusal(int status, String code, String message) {
    static RequestRefusal bodyTooLarge(int limitBytes) {
        return new RequestRefusal(
                413,
                "body_too_large",
                "The request body is larger than " + limitBytes
                        + " bytes, the most this gateway takes. Send less, or raise" + " its body limit.");
    }

    static RequestRefusal bodiesTooLarge(long limitBytes) {
        return new RequestRefusal(
                503,
                "busy_with_large_bodies",
                "Other large requests take the " + limitBytes
                        + " bytes that this gateway has for them. Try again, or raise limits.bodies_bytes.");
    }

    static RequestRefusal headersTooLarge(int limitBytes) {
        return new RequestRefusal(
                431,
                "headers_too_large",
                "The headers of the request are larger than " + limitBytes
                        + " bytes together. Send fewer or shorter ones.");
    }

    static RequestRefusal lineTooLong(int limitBytes) {
        return new RequestRefusal(
                414,
                "target_too_long",
                "The request line is longer than " + limitBytes + " bytes. Use a shorter path.");
    }

    static RequestRefusal headTooSlow(Duration limit) {
        return new RequestRefusal(
                408,
                "head_too_slow",
                "The request line and headers took longer than " + limit.toSeconds()
                        + " seconds. Send them faster, or raise limits.head_seconds.");
    }

    static RequestRefusal bodyTooSlow(Duration limit) {
        return new RequestRefusal(
                408,
                "body_too_slow",
                "The request body took longer than " + limit.toSeconds()
                        + " seconds. Send it faster, or raise limits.body_seconds.");
    }

    static RequestRefusal controlCharacters() {
        return new RequestRefusal(
                400,
                "control_characters",
                "The request line or a header has a control character, which HTTP does not allow. Encode it, in a path"
                        + " as %1B for example.");
    }

    static RequestRefusal malformed(String found) {
        String shown = found.replaceAll("\\p{Cntrl}", "?");
        return new RequestRefusal(
                400, "malformed_http", "Expected an HTTP/1.1 request, found something else (" + shown + ").");
    }
}
