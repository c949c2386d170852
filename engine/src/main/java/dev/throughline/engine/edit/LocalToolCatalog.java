package dev.throughline.engine.edit;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.LocalTool;
import java.util.List;

/** The local tools: tools that the gateway answers. Safe for use by many threads. */
@FunctionalInterface
public interface LocalToolCatalog {
    /** All local tools. */
    List<LocalTool> known();

    /** The smallest prompt, in tokens, that is worth the price of declaring tools. */
    default long minPromptTokens() {
        return 6_000;
    }

    /** The tools that a session is offered, and then keeps. */
    default List<LocalTool> offeredTo(RecordedTurn recorded) {
        return known();
    }

    /** The tokens of a tool in a prompt. */
    static long tokens(LocalTool tool, TokenCount count) {
        return count.ofItem(tool.description() + tool.schema().utf8(), 0, 0);
    }

    /** The tools in the text of an edit that added them. */
    static List<LocalTool> read(String text) {
        return ToolOffer.read(text);
    }
}
