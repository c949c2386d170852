package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.fragment.Stub;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The newest complete todo list of each tool, found from the end of a chain.
 *
 * <pre>
 *   {"todos":[…]}                                  Claude Code, Gemini CLI       complete
 *   {"explanation":"…","plan":[…]}                 Codex                         complete
 *   {"operation":"write","todoList":[…]}           VS Code                       complete
 *   {"merge":true,"todos":[…]}                     Cursor                        a change to the previous list
 *   {"action":"toggle","ids":[…]}, {"ops":[…]}     pi and others                 the same
 * </pre>
 */
final class TodoLists {
    /** The names that tools give to a complete list. */
    private static final String NAMES = "(?:todos|todo_?[lL]ist|plan|items|tasks)";

    private static final Pattern LIST = Pattern.compile("\"" + NAMES + "\"\\s{0,9}:\\s{0,9}\\[\\s{0,9}[{\"]");

    /** Arguments that make a call a change to a list: a merge, an operation, an item id, lists of another name. */
    private static final Pattern CHANGING = Pattern.compile("\"merge\"\\s{0,9}:\\s{0,9}true"
            + "|\"(?:action|operation|op|mode|command)\"\\s{0,9}:\\s{0,9}+(?!\"(?:write|replace)\")"
            + "|\"ids?\"\\s{0,9}:"
            + "|\"(?!" + NAMES + "\")[\\w-]{1,40}\"\\s{0,9}:\\s{0,9}[\\[{]");

    private final Chain chain;
    private final Map<String, Integer> newest = new HashMap<>();
    private final List<String> failed = new ArrayList<>();

    TodoLists(Chain chain) {
        this.chain = chain;
    }

    /** The newer list that replaced the list of a call or result. Has to be called from the end of the chain on. */
    Optional<Integer> replacement(int index) {
        Piece piece = chain.piece(index);
        String tool = piece.subject().tool();
        @Nullable Integer newer = newest.get(tool);
        if (newer != null) {
            return Optional.of(newer);
        }
        if (piece.isError()) {
            failed.add(tool);
        }
        boolean isList = piece.isCall() && !failed.remove(tool) && isComplete(chain.text(index));
        if (isList) {
            newest.put(tool, index);
        }
        return Optional.empty();
    }

    /** Whether the arguments of a call are a complete list, not a change to one. */
    static boolean isComplete(String arguments) {
        return LIST.matcher(arguments).find()
                && !CHANGING.matcher(Stub.emptied(arguments)).find();
    }
}
