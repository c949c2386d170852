package dev.throughline.engine.edit;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.wire.LocalTool;
import java.util.List;

/** Lists the local tools, whose calls the gateway answers. Safe for use by many threads. */
@FunctionalInterface
public interface LocalToolCatalog {
    /** All local tools. */
    List<LocalTool> known();

    /**
     * The size of the smallest prompt, in tokens, to which local tools are added. For a smaller prompt they cost too
     * much.
     */
    default long minPromptTokens() {
        return 6_000;
    }

    /** The tools to add to the requests of a session. The session has the same tools from then on. */
    default List<LocalTool> offeredTo(RecordedTurn recorded) {
        return known();
    }
}
