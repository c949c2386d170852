package dev.throughline.memory.workspace;

import java.util.Optional;

/** A wanted change of one page. */
public sealed interface PageChange {
    MemoryPath path();

    /**
     * Replaces the text of the page.
     *
     * @param base the page as the writer read it; empty if there was none. Later edits of a person are merged.
     */
    record Write(MemoryPath path, Optional<Page> base, String text) implements PageChange {
        public static Write over(Page base, String text) {
            return new Write(base.path(), Optional.of(base), text);
        }

        public static Write fresh(MemoryPath path, String text) {
            return new Write(path, Optional.empty(), text);
        }
    }

    /** Deletes the page, unless a person has edited it since it was read. */
    record Delete(Page base) implements PageChange {
        @Override
        public MemoryPath path() {
            return base.path();
        }
    }

    /**
     * Adds to the end of the page, whatever it contains.
     *
     * @param opening the beginning of the page if it does not exist yet
     * @param text ends with a line feed
     */
    record Append(MemoryPath path, String opening, String text) implements PageChange {
        public Append {
            if (!text.endsWith("\n")) {
                throw new IllegalArgumentException("expected a text that ends its line, found '" + text + "'");
            }
        }
    }
}
