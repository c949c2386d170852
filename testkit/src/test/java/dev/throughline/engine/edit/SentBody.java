package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.edit.EditedSession.Sent;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.RecallTool;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.model.text.TokenCount;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.RequestRefusedException;
import dev.throughline.simulator.validation.RequestValidator;
import dev.throughline.simulator.validation.ValueSigner;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemContent;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks the properties of every body that is sent, for any decision. */
final class SentBody {
    /** A prompt may be too long if content that must not be edited fills more than this part of the limit. */
    private static final double MUCH = 0.6;

    private static final Pattern HANDLE = Pattern.compile("(?:handle |recall id=|from=\"|to=\")([a-z2-7]{8})\\b");
    private static final Pattern DIGEST = Pattern.compile("\\[[0-9,]+ earlier messages? cut[];]");
    private static final int FEW_LINES = 6;
    private static final ValueSigner SEAL = new ValueSigner("test");

    private final Wire wire;
    private final Sent turn;
    private final String where;
    private final List<Said> asked;
    private final List<Said> sent;

    /** An item with its bytes and its content. */
    private record Said(Item item, Bytes raw, ItemContent content) {}

    SentBody(Wire wire, Sent turn, String where) {
        this.wire = wire;
        this.turn = turn;
        this.where = where;
        this.asked = said(turn.asked());
        this.sent = said(turn.sent());
    }

    private List<Said> said(Request request) {
        List<Said> all = new ArrayList<>();
        for (Span element : request.history()) {
            for (Item item : wire.itemise(request.body(), element)) {
                all.add(new Said(
                        item, request.body().slice(item.raw()), wire.editor().content(request.body(), item)));
            }
        }
        return all;
    }

    /** The sent request is valid if the client's request is valid. */
    void assertValid() {
        if (wire.validate(turn.asked()).isEmpty()) {
            assertEquals(List.of(), wire.validate(turn.sent()), where);
        }
        if (refusal(turn.asked()).isEmpty()) {
            assertEquals(Optional.empty(), refusal(turn.sent()), where);
        }
    }

    private Optional<String> refusal(Request request) {
        try {
            RequestValidator.of(SimulatedDialect.of(wire.dialect()), SEAL)
                    .check(JsonNodes.read(request.body().utf8()), Headers.NONE);
            return Optional.empty();
        } catch (RequestRefusedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** It fits, or most of the window is content that must not be edited: user text, system text, the open exchange. */
    boolean assertFits(long promptLimit) {
        boolean fits = turn.weight().tokens() <= promptLimit;
        assertTrue(
                fits || notEditableTokens(sent) > MUCH * promptLimit,
                where + ": " + turn.weight().tokens() + " tokens of " + promptLimit + ", not editable "
                        + notEditableTokens(sent));
        return fits;
    }

    private long notEditableTokens(List<Said> history) {
        TokenCount count = TokenCount.of(turn.asked().model());
        int newest = history.size();
        while (newest > 0 && !isModel(history.get(newest - 1))) {
            newest--;
        }
        while (newest > 0 && isModel(history.get(newest - 1))) {
            newest--;
        }
        long tokens = 0;
        for (int i = 0; i < history.size(); i++) {
            ItemKind kind = history.get(i).item().kind();
            boolean isUserText = kind == ItemKind.USER || kind == ItemKind.SYSTEM || kind == ItemKind.OTHER;
            ItemContent content = history.get(i).content();
            tokens += i >= newest || isUserText
                    ? count.ofItem(content.text(), content.pictures(), content.sealedBytes())
                    : 0;
        }
        for (Span part : turn.asked().tools()) {
            tokens += count.ofItem(turn.asked().raw(part).utf8(), 0, 0);
        }
        return tokens;
    }

    private static boolean isModel(Said said) {
        return switch (said.item().kind()) {
            case ASSISTANT, REASONING, TOOL_CALL -> true;
            case SYSTEM, USER, TOOL_RESULT, OTHER -> false;
        };
    }

    /**
     * All user text is sent, in its own bytes or within a block of Throughline. Only if user text alone fills the
     * window is some of it removed, and never the newest message.
     */
    void assertUserTextKept(long promptLimit) {
        boolean mustKeepAll = notEditableTokens(asked) <= MUCH * promptLimit;
        Set<Bytes> raw = new HashSet<>();
        StringBuilder ours = new StringBuilder();
        for (Said said : sent) {
            raw.add(said.raw());
            ours.append(isAdded(said) ? said.content().text() : "");
        }
        List<Said> words = asked.stream().filter(SentBody::isUserText).toList();
        for (int i = 0; i < words.size(); i++) {
            Said said = words.get(i);
            boolean mustKeep = mustKeepAll || i == words.size() - 1;
            assertTrue(
                    !mustKeep
                            || raw.contains(said.raw())
                            || ours.indexOf(said.content().text()) >= 0,
                    where + ": missing " + (mustKeepAll ? "message " : "newest message ") + i + " of " + words.size()
                            + ": " + said.content().text());
        }
    }

    private static boolean isUserText(Said said) {
        return said.item().kind() == ItemKind.USER
                && !EditedSession.isScaffold(ItemKind.USER, said.content().text());
    }

    /**
     * Everything outside the history is unchanged, except for a local tool after the client's tools. Every item of the
     * history that is not a call, not a result and not added by Throughline is unchanged too.
     */
    void assertRestUnchanged() {
        List<Bytes> tools = new ArrayList<>(parts(turn.sent(), turn.sent().tools()));
        if (hasRecall()) {
            tools.removeLast();
        }
        assertEquals(parts(turn.asked(), turn.asked().tools()), tools, where);
        assertEquals(
                parts(turn.asked(), turn.asked().system()),
                parts(turn.sent(), turn.sent().system()),
                where);
        Set<Bytes> known = new HashSet<>();
        asked.forEach(said -> known.add(said.raw()));
        for (Said said : sent) {
            boolean mayChange =
                    said.item().kind() == ItemKind.TOOL_CALL || said.item().kind() == ItemKind.TOOL_RESULT;
            assertTrue(
                    mayChange || isAdded(said) || known.contains(said.raw()),
                    where + ": " + said.raw().utf8());
        }
    }

    /** Whether the last tool is {@code recall}. */
    boolean hasRecall() {
        List<Bytes> tools = parts(turn.sent(), turn.sent().tools());
        return !tools.isEmpty() && tools.getLast().utf8().contains("\"" + RecallTool.NAME + "\"");
    }

    private static List<Bytes> parts(Request request, List<Span> spans) {
        return spans.stream().map(request::raw).toList();
    }

    private static boolean isAdded(Said said) {
        String text = said.content().text();
        return said.item().kind() == ItemKind.USER
                && (DIGEST.matcher(text).lookingAt() || text.startsWith("<throughline_summary"));
    }

    /**
     * Every item that was changed or removed can be recalled exactly, and every handle is valid.
     *
     * @return the number of handles in the request
     */
    int assertRecallable(Recall recall, boolean hasNoVariations) {
        Set<Bytes> raw = new HashSet<>();
        sent.forEach(said -> raw.add(said.raw()));
        for (Said said : asked) {
            if (!raw.contains(said.raw())) {
                Bytes exact = recall.withHandle(said.item().id().handle()).exact();
                assertTrue(!hasNoVariations || exact.equals(said.raw()), where + ": " + exact.utf8());
            }
        }
        int seen = 0;
        for (Said said : sent) {
            boolean isWritten = said.item().kind() == ItemKind.TOOL_CALL
                    || said.item().kind() == ItemKind.TOOL_RESULT
                    || isAdded(said);
            Matcher handles = HANDLE.matcher(
                    isWritten && !isOriginal(said) ? said.content().text() : "");
            while (handles.find()) {
                recall.withHandle(handles.group(1));
                seen++;
            }
        }
        assertTrue(seen == 0 || hasRecall(), where + ": handles without the tool recall");
        return seen;
    }

    /**
     * Lines that a placeholder calls "read again below" are there, and calls are unchanged. This need not hold after
     * an edit that was forced by the window.
     *
     * @return the number of reads whose lines were removed because of later reads
     */
    int assertReadAgainIsVisible() {
        int seen = 0;
        for (int i = 0; i < sent.size(); i++) {
            Said said = sent.get(i);
            if (said.item().kind() == ItemKind.TOOL_CALL) {
                assertTrue(isOriginal(said), where + ": " + said.raw().utf8());
            }
            String text = said.content().text();
            boolean isSuperseded = text.contains(": read again below]") || text.contains("; read again below; ");
            if (said.item().kind() == ItemKind.TOOL_RESULT && isSuperseded) {
                seen++;
                Set<String> lines = new HashSet<>();
                sent.subList(i, sent.size())
                        .forEach(later -> later.content()
                                .text()
                                .lines()
                                .map(String::strip)
                                .forEach(lines::add));
                List<String> missing = before(said)
                        .lines()
                        .map(String::strip)
                        .filter(line -> !lines.contains(line))
                        .toList();
                // A read with only so few remaining lines becomes a placeholder; recall returns them.
                int most = text.startsWith("[output cut: ") ? FEW_LINES : 0;
                assertTrue(missing.size() <= most, where + ": missing " + missing);
            }
        }
        return seen;
    }

    /** The original text of a result. */
    private String before(Said result) {
        return asked.stream()
                .filter(said -> said.item().kind() == ItemKind.TOOL_RESULT)
                .filter(said -> said.item().call().equals(result.item().call()))
                .map(said -> said.content().text())
                .findFirst()
                .orElseThrow();
    }

    private boolean isOriginal(Said said) {
        return asked.stream().anyMatch(other -> other.raw().equals(said.raw()));
    }

    List<Bytes> elements() {
        return parts(turn.sent(), turn.sent().history());
    }
}
