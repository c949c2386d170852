package dev.throughline.engine.archive;

import java.util.List;
import java.util.Optional;

/**
 * One page of a list.
 *
 * @param next the cursor of the next page; empty on the last page
 */
public record StorePage<T>(List<T> items, Optional<String> next) {
    public StorePage {
        items = List.copyOf(items);
    }
}
