package dev.throughline.gateway.upstream;

import dev.throughline.gateway.http.ClientReply;
import dev.throughline.model.Headers;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;

/**
 * The head of a reply, ready for the client.
 *
 * @param hasBody whether anything can follow it
 */
record ReplyHead(HttpResponseStatus status, HttpHeaders headers, boolean hasBody) {
    /** For a body that is relayed unchanged. */
    static ReplyHead exact(HttpResponse upstream, Headers added, String method) {
        return new ReplyHead(
                upstream.status(),
                ForwardedHeaders.reply(upstream.headers(), added),
                hasBody(method, upstream.status().code()));
    }

    /** For a body that is changed: without its length and its encoding. */
    static ReplyHead changing(HttpResponse upstream, Headers added, String method) {
        ReplyHead head = exact(upstream, added, method);
        head.headers().remove(HttpHeaderNames.CONTENT_LENGTH).remove(HttpHeaderNames.CONTENT_ENCODING);
        return head;
    }

    private static boolean hasBody(String method, int status) {
        return !method.equals("HEAD") && status != 204 && status != 304;
    }

    /** Whether the client learns the end of the body from a final chunk, and not from a length. */
    boolean isUnmeasured() {
        return hasBody && !headers.contains(HttpHeaderNames.CONTENT_LENGTH);
    }

    void writeTo(ClientReply client) {
        client.begin(status, headers, hasBody);
    }
}
