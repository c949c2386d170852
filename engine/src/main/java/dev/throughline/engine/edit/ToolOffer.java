package dev.throughline.engine.edit;

import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.Wire;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds local tools to the requests of a session. Tools are at the beginning of a prompt, so after adding them the
 * provider has to read the whole prompt again. A session therefore gets them with its first request, or when its prompt
 * is rewritten anyway. Until then placeholders contain no handles, because handles are useless without {@code recall}.
 * The tools of a session never change, even if a later version of Throughline describes them differently.
 *
 * <p>Tools cost about a hundred tokens with every request, which is too much for a small prompt. The first prompt of
 * Codex has about seven thousand tokens, the first prompt of Claude Code about ten thousand.
 *
 * <p>The edit stores the tools as a text. For each tool there is one line with its name and two lengths, followed by
 * its description and its schema:
 *
 * <pre>
 *   recall 211 302          name, length of the description, length of the schema, in UTF-16 units
 *   Brings back …{"type":"object", …}
 * </pre>
 *
 * <p>Safe for use by many threads.
 */
public final class ToolOffer {
    private static final Logger LOG = LoggerFactory.getLogger(ToolOffer.class);

    private final LocalToolCatalog catalog;

    ToolOffer(LocalToolCatalog catalog) {
        this.catalog = catalog;
    }

    /**
     * Decides whether to add local tools to this and all later requests of the session.
     *
     * @param isRewritten whether the provider has to read the whole prompt again in any case; evaluated only if tools
     *     may be added, since it may run the policy
     */
    Optional<Decision> decide(
            RecordedTurn recorded, LeasedSession session, EditInput input, BooleanSupplier isRewritten) {
        long minTokens = catalog.minPromptTokens();
        long promptTokens = input.policyInput().total();
        if (!session.edits().tools().isEmpty() || promptTokens < minTokens) {
            return Optional.empty();
        }
        boolean isFirst = session.progress().requests().count() == 1;
        boolean isRewrite = isRewritten.getAsBoolean();
        boolean isDue = isRewrite || (isFirst && input.chain().openingTokens() >= minTokens);
        List<LocalTool> tools = isDue ? toolsFor(recorded) : List.of();
        Turn turn = recorded.turn();
        if (tools.isEmpty()
                || turn.wire().localTools().addTools(turn.request(), tools).isEmpty()) {
            return Optional.empty();
        }
        Decision.Draft draft = new Decision.Draft();
        List<String> names = tools.stream().map(LocalTool::name).toList();
        draft.add(new Edit.AddTools(names, Optional.of(draft.text(write(tools)))));
        return Optional.of(draft.because(
                DecisionReason.added(0, 0, "Added Throughline's tools to the requests of this session.")));
    }

    /** The tools to add. If they cannot be listed, none are added, and the turn continues. */
    private List<LocalTool> toolsFor(RecordedTurn recorded) {
        try {
            return catalog.offeredTo(recorded);
        } catch (RuntimeException e) {
            LOG.error(
                    "session {}: the local tools cannot be listed",
                    recorded.card().ref().id(),
                    e);
            return List.of();
        }
    }

    /** The changes that add the tools of a session to one of its requests. */
    List<RequestChange> changes(Wire wire, Request request, EditLog log, Function<Hash, String> texts) {
        List<LocalTool> tools = tools(log, texts);
        return tools.isEmpty() ? List.of() : wire.localTools().addTools(request, tools);
    }

    private List<LocalTool> tools(EditLog log, Function<Hash, String> texts) {
        Edit.AddTools added = log.added();
        return added.text()
                .map(text -> read(texts.apply(text)))
                .orElseGet(() -> catalog.known().stream()
                        .filter(tool -> added.names().contains(tool.name()))
                        .toList());
    }

    /** The tokens of the tools of a session. */
    long tokens(EditLog log, Function<Hash, String> texts, TokenCount count) {
        return tools(log, texts).stream().mapToLong(tool -> tokens(tool, count)).sum();
    }

    /** The tokens of a tool in a prompt. */
    public static long tokens(LocalTool tool, TokenCount count) {
        return count.ofItem(tool.description() + tool.schema().utf8(), 0, 0);
    }

    /** The names of the local tools in a request; empty if the client now has a tool of the same name. */
    List<String> names(Wire wire, Request request, EditLog log, Function<Hash, String> texts) {
        return changes(wire, request, log, texts).isEmpty() ? List.of() : log.tools();
    }

    static String write(List<LocalTool> tools) {
        StringBuilder text = new StringBuilder();
        for (LocalTool tool : tools) {
            String schema = tool.schema().utf8();
            text.append(tool.name())
                    .append(' ')
                    .append(tool.description().length())
                    .append(' ')
                    .append(schema.length())
                    .append('\n')
                    .append(tool.description())
                    .append(schema)
                    .append('\n');
        }
        return text.toString();
    }

    /** Reads the text that {@link #write} wrote; throws {@code IllegalArgumentException} if it is malformed. */
    public static List<LocalTool> read(String text) {
        List<LocalTool> tools = new ArrayList<>();
        int at = 0;
        try {
            while (at < text.length()) {
                int line = text.indexOf('\n', at);
                String[] words = text.substring(at, line).split(" ", -1);
                int schema = line + 1 + Integer.parseInt(words[1]);
                int end = schema + Integer.parseInt(words[2]);
                tools.add(new LocalTool(
                        words[0], text.substring(line + 1, schema), Bytes.of(text.substring(schema, end))));
                at = end + 1;
            }
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("The list of tools is malformed at character " + at, e);
        }
        return tools;
    }
}
