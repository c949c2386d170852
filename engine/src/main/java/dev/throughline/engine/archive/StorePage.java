package dev.throughline.engine.archive;

import java.util.List;
import java.util.Optional;

/**
 * Some of many.
 *
 * @param next where to go on; empty after the last page
 */
public record StorePage<T>(List<T> items, Optional<String> next) {
    public StorePage {
        items = List.copyOf(items);
    }
}
