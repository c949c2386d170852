package dev.throughline.memory.conversation;

import dev.throughline.model.ItemKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Recognises turns in which an agent itself wrote memory: a page of the workspace, with a tool of Throughline, or in
 * the agent's own memory. Writers skip such turns, so that nothing is written twice.
 *
 * <pre>
 *   Claude Code   ~/.claude/projects/SLUG/memory/NAME.md, .claude/agent-memory/…, CLAUDE.md, CLAUDE.local.md
 *   Anthropic     the tool memory, with the commands create, str_replace and insert
 * </pre>
 */
public final class AgentMemoryWrites {
    /** A file of the agent's own memory, in the arguments of a call. */
    private static final String FILE = "(?:[/\\\\]\\.claude[/\\\\][^\"'\\s]{0,300}?memory[a-z-]{0,20}[/\\\\]"
            + "|(?:^|[/\\\\\"'\\s])(?:MEMORY|CLAUDE|CLAUDE\\.local)\\.md)";

    private static final Pattern NAMED =
            Pattern.compile("\"(?:file_path|path|notebook_path)\"\\s*:\\s*\"[^\"]{0,300}?" + FILE);
    private static final Pattern PATCHED = Pattern.compile("\\*\\*\\* (?:Update|Add) File: [^\\n\"]{0,300}?" + FILE);
    private static final Pattern REDIRECTED =
            Pattern.compile("(?:>>?|\\btee(?: -a)?)\\s{0,4}[\\\\\"']{0,2}[^\\s\"'|;&<>]{0,300}?" + FILE);
    private static final Pattern COMMAND = Pattern.compile("\"command\"\\s*:\\s*\"(?:create|str_replace|insert)\"");

    private AgentMemoryWrites() {}

    /** A conversation without the turns in which the agent wrote memory itself. */
    public static Conversation without(Conversation conversation, Path workspace) {
        List<ConversationItem> remaining = new ArrayList<>();
        List<ConversationItem> turn = new ArrayList<>();
        for (ConversationItem item : conversation.items()) {
            boolean isNewTurn = item.kind() == ItemKind.USER
                    && !turn.isEmpty()
                    && turn.getLast().kind() != ItemKind.USER;
            if (isNewTurn) {
                remaining.addAll(writesMemory(turn, workspace) ? List.of() : turn);
                turn.clear();
            }
            turn.add(item);
        }
        remaining.addAll(writesMemory(turn, workspace) ? List.of() : turn);
        return new Conversation(conversation.session(), remaining);
    }

    private static boolean writesMemory(List<ConversationItem> turn, Path workspace) {
        return turn.stream()
                .filter(item -> item.kind() == ItemKind.TOOL_CALL)
                .anyMatch(item -> isMemoryTool(item)
                        || (isWriting(item) && item.text().contains(workspace.toString()))
                        || writesOwnMemory(item));
    }

    /** Whether it is a tool of Throughline that changes memory. Agents may add a prefix to its name. */
    private static boolean isMemoryTool(ConversationItem item) {
        return item.tool().endsWith("memory_save") || item.tool().endsWith("memory_delete");
    }

    private static boolean isWriting(ConversationItem item) {
        return isEditor(item) || item.text().contains(">>") || item.text().contains("*** Update File");
    }

    private static boolean isEditor(ConversationItem item) {
        String tool = item.tool().toLowerCase(Locale.ROOT);
        return Stream.of("edit", "write", "patch", "create").anyMatch(tool::contains);
    }

    /** Whether a call writes to the agent's own memory. */
    private static boolean writesOwnMemory(ConversationItem item) {
        return (isEditor(item) && NAMED.matcher(item.text()).find())
                || PATCHED.matcher(item.text()).find()
                || REDIRECTED.matcher(item.text()).find()
                || (item.tool().equals("memory") && COMMAND.matcher(item.text()).find());
    }
}
