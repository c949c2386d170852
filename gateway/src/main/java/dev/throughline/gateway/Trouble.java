package dev.throughline.gateway;

import dev.throughline.model.ProxyException;

/** The HTTP status of a known trouble. */
final class Trouble {
    private Trouble() {}

    static int status(ProxyException trouble) {
        return switch (trouble.kind()) {
            case CALLER -> 400;
            case UPSTREAM -> trouble.code().equals("upstream_timeout") ? 504 : 502;
            case STORE -> 503;
            case LIMIT -> trouble.code().equals("body_too_large") ? 413 : 503;
        };
    }
}
