package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.wire.join.LocalTool;
import dev.throughline.workingset.budget.TokenCount;
import java.util.List;

/** The tools that we answer ourselves. Safe for use by many threads. */
@FunctionalInterface
public interface OfferedTools {
    /** All there are. */
    List<LocalTool> known();

    /** As many tokens a prompt must have to be worth the price of declaring them. */
    default long leastTokens() {
        return 6_000;
    }

    /** Those that a session is offered at its first request, and then keeps. */
    default List<LocalTool> to(Recorded recorded) {
        return known();
    }

    /** The same where no session is offered any that it does not have. */
    default OfferedTools nothingNew() {
        OfferedTools all = this;
        return new OfferedTools() {
            @Override
            public List<LocalTool> known() {
                return all.known();
            }

            @Override
            public List<LocalTool> to(Recorded recorded) {
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
        return Offering.read(text);
    }
}
