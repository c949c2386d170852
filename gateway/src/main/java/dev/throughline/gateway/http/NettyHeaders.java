package dev.throughline.gateway.http;

import dev.throughline.model.Headers;
import dev.throughline.model.Headers.Header;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Converts headers between Netty's type and ours, in their order and spelling.
 *
 * <p>Netty reads each byte of a header as one character and writes it back as one byte, so bytes beyond ASCII pass
 * unchanged.
 */
public final class NettyHeaders {
    private static final DefaultHttpHeadersFactory CHECKED = DefaultHttpHeadersFactory.headersFactory();

    private static final char DELETE = 0x7f;

    private NettyHeaders() {}

    public static Headers fromNetty(HttpHeaders lines) {
        List<Header> headers = new ArrayList<>(lines.size());
        Iterator<Map.Entry<CharSequence, CharSequence>> each = lines.iteratorCharSequence();
        while (each.hasNext()) {
            Map.Entry<CharSequence, CharSequence> line = each.next();
            headers.add(new Header(line.getKey().toString(), line.getValue().toString()));
        }
        return new Headers(headers);
    }

    /** Whether the method, the target or a header has a control character; HTTP allows none but the tab in a value. */
    static boolean hasControl(HttpRequest head) {
        if (hasControl(head.method().name()) || hasControl(head.uri())) {
            return true;
        }
        Iterator<Map.Entry<CharSequence, CharSequence>> each = head.headers().iteratorCharSequence();
        while (each.hasNext()) {
            Map.Entry<CharSequence, CharSequence> line = each.next();
            if (hasControl(line.getKey()) || hasControl(line.getValue())) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasControl(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' && c != '\t') || c == DELETE) {
                return true;
            }
        }
        return false;
    }

    /** A line break inside a value is refused. */
    public static HttpHeaders toNetty(Headers headers) {
        HttpHeaders lines = CHECKED.newHeaders();
        for (Header header : headers.all()) {
            lines.add(header.name(), header.value());
        }
        return lines;
    }
}
