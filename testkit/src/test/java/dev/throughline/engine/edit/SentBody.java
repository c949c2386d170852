package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.edit.EditedPlay.Sent;
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

/** What must hold of every body that is sent, whatever was decided. */
final class SentBody {
    /** What nobody may touch leaves little room when it has more than this part of it. */
    private static final double MUCH = 0.6;

    private static final Pattern HANDLE = Pattern.compile("(?:handle |recall id=|from=\"|to=\")([a-z2-7]{8})\\b");
    private static final Pattern DIGEST = Pattern.compile("\\[[0-9,]+ earlier messages? cut[];]");
    private static final int FEW_LINES = 6;
    private static final ValueSigner SEAL = new ValueSigner("nobody");

    private final Wire wire;
    private final Sent turn;
    private final String where;
    private final List<Said> asked;
    private final List<Said> sent;

    /** An item with its bytes and its words. */
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

    /** A provider that takes what the client asked takes what is sent. */
    void hasAValidShape() {
        if (wire.validate(turn.asked()).isEmpty()) {
            assertEquals(List.of(), wire.validate(turn.sent()), where);
        }
        if (objection(turn.asked()).isEmpty()) {
            assertEquals(Optional.empty(), objection(turn.sent()), where);
        }
    }

    private Optional<String> objection(Request request) {
        try {
            RequestValidator.of(SimulatedDialect.of(wire.dialect()), SEAL)
                    .check(JsonNodes.read(request.body().utf8()), Headers.NONE);
            return Optional.empty();
        } catch (RequestRefusedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** It fits, or what nobody may touch fills most of the window: words, system text, the exchange under way. */
    boolean fits(long hard) {
        boolean fits = turn.weight().tokens() <= hard;
        assertTrue(
                fits || untouchable(sent) > MUCH * hard,
                where + ": " + turn.weight().tokens() + " tokens of " + hard + ", untouchable " + untouchable(sent));
        return fits;
    }

    private long untouchable(List<Said> history) {
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
            boolean isWords = kind == ItemKind.USER || kind == ItemKind.SYSTEM || kind == ItemKind.OTHER;
            ItemContent content = history.get(i).content();
            tokens += i >= newest || isWords
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
     * All that a person said stands there, in the person's bytes, or inside a block of ours. Only where words alone
     * fill the window are some left out, and never the newest.
     */
    void keepsEveryWord(long hard) {
        boolean mustAllStay = untouchable(asked) <= MUCH * hard;
        Set<Bytes> raw = new HashSet<>();
        StringBuilder ours = new StringBuilder();
        for (Said said : sent) {
            raw.add(said.raw());
            ours.append(isOurs(said) ? said.content().text() : "");
        }
        List<Said> words = asked.stream().filter(SentBody::isWords).toList();
        for (int i = 0; i < words.size(); i++) {
            Said said = words.get(i);
            boolean mustStay = mustAllStay || i == words.size() - 1;
            assertTrue(
                    !mustStay
                            || raw.contains(said.raw())
                            || ours.indexOf(said.content().text()) >= 0,
                    where + ": lost " + (mustAllStay ? "word " : "kept word ") + i + " of " + words.size() + ": "
                            + said.content().text());
        }
    }

    private static boolean isWords(Said said) {
        return said.item().kind() == ItemKind.USER
                && !EditedPlay.isScaffold(ItemKind.USER, said.content().text());
    }

    /**
     * What stands outside the history is the client's, but for a tool of ours behind its own, and so is every item that
     * is no call, no result and not ours.
     */
    void leavesTheRestAlone() {
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
                    mayChange || isOurs(said) || known.contains(said.raw()),
                    where + ": " + said.raw().utf8());
        }
    }

    /** Whether the last tool is ours. */
    boolean hasRecall() {
        List<Bytes> tools = parts(turn.sent(), turn.sent().tools());
        return !tools.isEmpty() && tools.getLast().utf8().contains("\"" + RecallTool.NAME + "\"");
    }

    private static List<Bytes> parts(Request request, List<Span> spans) {
        return spans.stream().map(request::raw).toList();
    }

    private static boolean isOurs(Said said) {
        String text = said.content().text();
        return said.item().kind() == ItemKind.USER
                && (DIGEST.matcher(text).lookingAt() || text.startsWith("<throughline_summary"));
    }

    /**
     * Everything that the model does not see as it came can be had back exactly, and every handle leads somewhere.
     *
     * @return how many handles stand there
     */
    int canBeRecalled(Recall recall, boolean isNeverRedressed) {
        Set<Bytes> raw = new HashSet<>();
        sent.forEach(said -> raw.add(said.raw()));
        for (Said said : asked) {
            if (!raw.contains(said.raw())) {
                Bytes exact = recall.withHandle(said.item().id().handle()).exact();
                assertTrue(!isNeverRedressed || exact.equals(said.raw()), where + ": " + exact.utf8());
            }
        }
        int seen = 0;
        for (Said said : sent) {
            boolean isWritten = said.item().kind() == ItemKind.TOOL_CALL
                    || said.item().kind() == ItemKind.TOOL_RESULT
                    || isOurs(said);
            Matcher handles =
                    HANDLE.matcher(isWritten && !isAsked(said) ? said.content().text() : "");
            while (handles.find()) {
                recall.withHandle(handles.group(1));
                seen++;
            }
        }
        assertTrue(seen == 0 || hasRecall(), where + ": handles that nobody can open");
        return seen;
    }

    /**
     * What a note says is read again below stands there, and calls are as the model made them; a window that forces
     * more out may leave neither so.
     *
     * @return how many reads lost lines to later ones
     */
    int showsAgainWhatItSays() {
        int seen = 0;
        for (int i = 0; i < sent.size(); i++) {
            Said said = sent.get(i);
            if (said.item().kind() == ItemKind.TOOL_CALL) {
                assertTrue(isAsked(said), where + ": " + said.raw().utf8());
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
                // A read of which only so few lines are left becomes a note, and recall brings them back.
                int most = text.startsWith("[output cut: ") ? FEW_LINES : 0;
                assertTrue(missing.size() <= most, where + ": lost " + missing);
            }
        }
        return seen;
    }

    /** What a result said as it came. */
    private String before(Said result) {
        return asked.stream()
                .filter(said -> said.item().kind() == ItemKind.TOOL_RESULT)
                .filter(said -> said.item().call().equals(result.item().call()))
                .map(said -> said.content().text())
                .findFirst()
                .orElseThrow();
    }

    private boolean isAsked(Said said) {
        return asked.stream().anyMatch(other -> other.raw().equals(said.raw()));
    }

    List<Bytes> elements() {
        return parts(turn.sent(), turn.sent().history());
    }
}
