package dev.throughline.app.library;

import dev.throughline.app.library.WorkingView.Origin;
import dev.throughline.app.library.WorkingView.Part;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.Json;
import dev.throughline.workingset.budget.TokenCount;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Works out what a session's newest request became, from what was kept of it: the path of its items, the edits in force,
 * and the texts that those name. Nothing of it is remembered anywhere, so it is the same from files and from a gateway.
 */
final class Survey {
    private static final int GIST_CHARACTERS = 160;

    private final Transcript transcript;
    private final Recall recall;
    private final Function<Hash, Optional<Bytes>> sources;
    private final TokenCount count;
    private final List<Part> history = new ArrayList<>();
    private int element = -1;
    private Optional<Entry.Node> before = Optional.empty();

    private Survey(Recall recall, Function<Hash, Optional<Bytes>> sources, String model) {
        this.transcript = recall.transcript();
        this.recall = recall;
        this.sources = sources;
        this.count = TokenCount.of(model);
    }

    /** The working set of the newest request of the conversation; empty if there was none. */
    static Optional<WorkingView> of(Recall recall, Function<Hash, Optional<Bytes>> sources) {
        return recall.transcript().turns().stream()
                .filter(turn -> turn.purpose() == Purpose.CONVERSATION)
                .reduce((_, newer) -> newer)
                .map(turn -> new Survey(recall, sources, turn.model()).view(turn));
    }

    private WorkingView view(Entry.TurnOpened turn) {
        List<Entry.Node> path = transcript.path(turn.leaf());
        Map<Hash, Integer> places = new HashMap<>();
        for (int i = 0; i < path.size(); i++) {
            places.put(path.get(i).id(), i);
        }
        int at = 0;
        while (at < path.size()) {
            int last = replaced(path, at, places);
            if (last < at) {
                item(path.get(at));
            }
            at = Math.max(at, last) + 1;
        }
        return new WorkingView(turn.model(), turn.at(), head(turn), history);
    }

    private List<Part> head(Entry.TurnOpened turn) {
        List<Part> parts = new ArrayList<>();
        Entry.Head head = turn.head().flatMap(transcript::head).orElse(new Entry.Head(Entry.ROOT, List.of(), List.of()));
        head.system().forEach(id -> parts.add(system(text(id))));
        head.tools().forEach(id -> parts.add(tool(text(id))));
        for (String name : transcript.log().tools()) {
            parts.add(new Part(
                    -1, Origin.ADDED, "tool", Optional.of(name), Optional.empty(), "answered by Throughline", 0, 0, 0));
        }
        return parts;
    }

    private Part system(String raw) {
        String said = json(raw) instanceof Json.Obj object ? object.text("text").orElse(raw) : raw;
        return came("system", Optional.empty(), said, count.ofItem(raw, 0, 0));
    }

    private Part tool(String raw) {
        Optional<String> name = json(raw) instanceof Json.Obj object
                ? object.text("name").or(() -> object.get("function") instanceof Json.Obj inner
                        ? inner.text("name")
                        : object.text("type"))
                : Optional.empty();
        String about = json(raw) instanceof Json.Obj object ? object.text("description").orElse("") : raw;
        return came("tool", name, about, count.ofItem(raw, 0, 0));
    }

    private static Part came(String kind, Optional<String> tool, String said, long tokens) {
        return new Part(-1, Origin.CAME, kind, tool, Optional.empty(), gist(said), tokens, tokens, 1);
    }

    private static Json json(String raw) {
        try {
            return Json.parse(Bytes.of(raw));
        } catch (UnreadableException e) {
            return new Json.Text(raw);
        }
    }

    /** Tells of the replacement that begins here, and gives its last place; -1 if none does. */
    private int replaced(List<Entry.Node> path, int at, Map<Hash, Integer> places) {
        for (Edit.Replace replace : transcript.log().replacesFrom(path.get(at).id())) {
            int last = places.getOrDefault(replace.last(), -1);
            if (last >= at) {
                long untouched = 0;
                for (int i = at; i <= last; i++) {
                    follow(path.get(i));
                    untouched += tokens(path.get(i));
                }
                history.add(new Part(
                        -1,
                        Origin.REPLACED,
                        "digest",
                        Optional.empty(),
                        Optional.of(path.get(at).item().handle()),
                        gist(text(replace.text())),
                        replace.tokens(),
                        untouched,
                        last - at + 1));
                return last;
            }
        }
        return -1;
    }

    private void item(Entry.Node node) {
        EditLog log = transcript.log();
        follow(node);
        log.prepend(node.id())
                .ifPresent(prepend -> ours(Origin.STATE, "state", text(prepend.text()), prepend.tokens()));
        Optional<Edit.Reword> reword = log.reword(node.id());
        long untouched = tokens(node);
        history.add(new Part(
                element,
                reword.map(Survey::origin).orElse(Origin.CAME),
                node.kind().word(),
                transcript.tool(node),
                Optional.of(node.item().handle()),
                gist(reword.map(each -> text(each.text())).orElseGet(() -> recall.text(node))),
                reword.map(Edit.Reword::tokens).orElse(untouched),
                untouched,
                1));
        log.insertsAfter(node.id())
                .forEach(insert -> ours(Origin.LOCAL, "local", text(insert.text()), insert.tokens()));
    }

    private void ours(Origin origin, String kind, String text, long tokens) {
        history.add(new Part(
                -1, origin, kind, Optional.empty(), Optional.empty(), gist(text), tokens, 0, 0));
    }

    /** Items of one element are pieces of one source, in order. */
    private void follow(Entry.Node node) {
        boolean isSame = before.filter(last -> last.source().equals(node.source())
                        && last.piece().end() <= node.piece().start())
                .isPresent();
        element += isSame ? 0 : 1;
        before = Optional.of(node);
    }

    private static Origin origin(Edit.Reword reword) {
        return switch (reword.manner()) {
            case SHORTEN -> Origin.SHORTENED;
            case DEDUPE -> Origin.DEDUPED;
            case CLEAR -> Origin.CLEARED;
        };
    }

    private long tokens(Entry.Node node) {
        return recall.content(node)
                .map(content -> count.ofItem(content.text(), content.pictures(), content.sealedBytes()))
                .orElse(node.tokens());
    }

    private String text(Hash id) {
        return sources.apply(id).map(Bytes::utf8).orElse("");
    }

    private static String gist(String text) {
        String line = text.substring(0, Math.min(text.length(), 4 * GIST_CHARACTERS)).replaceAll("\\s+", " ").strip();
        return line.codePointCount(0, line.length()) <= GIST_CHARACTERS
                ? line
                : line.substring(0, line.offsetByCodePoints(0, GIST_CHARACTERS - 1)) + "…";
    }
}
