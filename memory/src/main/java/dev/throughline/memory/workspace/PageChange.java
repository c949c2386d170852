package dev.throughline.memory.workspace;

import java.util.Optional;

/** What somebody wants to do to one page. */
public sealed interface PageChange {
    MemoryPath path();

    /**
     * The page shall say this.
     *
     * @param base the page as the writer knew it; empty if there was none. What a person did to it since is joined with
     *     this text.
     */
    record Write(MemoryPath path, Optional<Page> base, String text) implements PageChange {
        /** A new text for a page that was read. */
        public static Write over(Page base, String text) {
            return new Write(base.path(), Optional.of(base), text);
        }

        /** A page that was not there. */
        public static Write fresh(MemoryPath path, String text) {
            return new Write(path, Optional.empty(), text);
        }
    }

    /** The page shall go, unless a person has edited it since it was read. */
    record Delete(Page base) implements PageChange {
        @Override
        public MemoryPath path() {
            return base.path();
        }
    }

    /**
     * The page shall go on with this, whatever it says.
     *
     * @param opening what it begins with if it is not there yet
     * @param text ends in a line feed
     */
    record Append(MemoryPath path, String opening, String text) implements PageChange {
        public Append {
            if (!text.endsWith("\n")) {
                throw new IllegalArgumentException("expected a text that ends its line, found '" + text + "'");
            }
        }
    }
}
