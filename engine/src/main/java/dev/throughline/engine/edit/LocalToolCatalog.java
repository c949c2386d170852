package dev.throughline.engine.edit;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.LocalTool;
import java.util.List;

/** The tools that we answer ourselves. Safe for use by many threads. */
@FunctionalInterface
public interface LocalToolCatalog {
    /** All there are. */
    List<LocalTool> known();

    /** As many tokens a prompt must have to be worth the price of declaring them. */
    default long leastTokens() {
        return 6_000;
    }

    /** Those that a session is offered at its first request, and then keeps. */
    default List<LocalTool> offeredTo(RecordedTurn recorded) {
        return known();
    }

    /** The same where no session is offered any that it does not have. */
    default LocalToolCatalog nothingNew() {
        LocalToolCatalog all = this;
        return new LocalToolCatalog() {
            @Override
            public List<LocalTool> known() {
                return all.known();
            }

            @Override
            public List<LocalTool> offeredTo(RecordedTurn recorded) {
                return List.of();
            }
        };
    }

    /** How many tokens one of them takes in a prompt. */
    static long tokens(LocalTool tool, TokenCount count) {
        return count.ofItem(tool.description() + tool.schema().utf8(), 0, 0);
    }

    /** The tools in a text that an edit names which added them. */
    static List<LocalTool> read(String text) {
        return ToolOffer.read(text);
    }
}
