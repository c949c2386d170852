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
import dev.throughline.workingset.policy.PolicyInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers tools of ours: they stand in front of all that is cached, so a session gets them with its first request, or
 * when its prompt is written anew anyway. Until then no handle is named that only they could open. A session keeps what
 * it was offered, word for word; the next version may say more about its tools, but to others.
 *
 * <p>They cost about a hundred tokens with every request: too much for a small prompt. Codex opens with about seven
 * thousand, Claude Code with ten.
 *
 * <p>What is kept is a text, for each tool a line and what it announces:
 *
 * <pre>
 *   recall 211 302          its name, and how many UTF-16 units follow: of its description, of the schema
 *   Brings back …{"type":"object", …}
 * </pre>
 *
 * <p>Safe for use by many threads.
 */
final class ToolOffer {
    private static final Logger LOG = LoggerFactory.getLogger(ToolOffer.class);

    private final LocalToolCatalog tools;

    ToolOffer(LocalToolCatalog tools) {
        this.tools = tools;
    }

    /**
     * Decides whether tools are offered from this request on.
     *
     * @param isWrittenAnew whether the provider has to read all of the prompt anew in any case; asked only if tools may
     *     be offered, as the answer takes a trial of the rule
     */
    Optional<Decision> decide(
            RecordedTurn recorded,
            LeasedSession session,
            RequestChain live,
            PolicyInput input,
            BooleanSupplier isWrittenAnew) {
        long all = input.total();
        if (!session.edits().tools().isEmpty() || all < tools.leastTokens()) {
            return Optional.empty();
        }
        boolean isFirst = session.progress().requests().count() == 1;
        boolean isNew = isWrittenAnew.getAsBoolean();
        long tokens = isNew ? all : live.openingTokens();
        if (!(isFirst || isNew) || tokens < tools.leastTokens()) {
            return Optional.empty();
        }
        Turn turn = recorded.turn();
        List<LocalTool> offered = offered(recorded);
        if (offered.isEmpty()
                || turn.wire().localTools().addTools(turn.request(), offered).isEmpty()) {
            return Optional.empty();
        }
        Decision.Draft draft = new Decision.Draft();
        List<String> names = offered.stream().map(LocalTool::name).toList();
        draft.add(new Edit.AddTools(names, Optional.of(draft.text(write(offered)))));
        return Optional.of(draft.because(new DecisionReason(
                DecisionReason.Trigger.ASKED,
                0,
                0,
                0,
                0,
                0,
                "Added Throughline's tools to the requests of this session.")));
    }

    /** Tools that cannot be told are not offered; the turn goes on. */
    private List<LocalTool> offered(RecordedTurn recorded) {
        try {
            return tools.offeredTo(recorded);
        } catch (RuntimeException e) {
            LOG.error(
                    "session {}: no tools of ours can be offered",
                    recorded.card().ref().id(),
                    e);
            return List.of();
        }
    }

    /** What adds the tools of a session to one of its requests. */
    List<RequestChange> changes(Wire wire, Request request, EditLog log, Function<Hash, String> texts) {
        List<LocalTool> offered = tools(log, texts);
        return offered.isEmpty() ? List.of() : wire.localTools().addTools(request, offered);
    }

    private List<LocalTool> tools(EditLog log, Function<Hash, String> texts) {
        Edit.AddTools added = log.added();
        if (added.names().isEmpty()) {
            return List.of();
        }
        return added.text()
                .map(text -> read(texts.apply(text)))
                .orElseGet(() -> tools.known().stream()
                        .filter(tool -> added.names().contains(tool.name()))
                        .toList());
    }

    /** How many tokens the tools of a session have. */
    long tokens(EditLog log, Function<Hash, String> texts, TokenCount count) {
        return tools(log, texts).stream()
                .mapToLong(tool -> LocalToolCatalog.tokens(tool, count))
                .sum();
    }

    /** The names of ours that a request has; none where the client has meanwhile a tool of the same name. */
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

    /** The tools that {@link #write} wrote so; throws {@code IllegalArgumentException} if it wrote no such text. */
    static List<LocalTool> read(String text) {
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
            throw new IllegalArgumentException("expected tools, found something else at " + at, e);
        }
        return tools;
    }
}
