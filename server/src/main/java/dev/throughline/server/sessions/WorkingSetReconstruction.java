package dev.throughline.server.sessions;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.edit.ToolOffer;
import dev.throughline.engine.recall.ModelHistory;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.text.TokenCount;
import dev.throughline.server.sessions.WorkingSetView.PartOrigin;
import dev.throughline.server.sessions.WorkingSetView.WorkingSetPart;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemContent;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.Json;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reconstructs the working set of a session's newest request from its archive: the path of its items, the edits that
 * apply, and the texts of these edits. It uses only the archive, so the result is the same from files and from a
 * gateway.
 */
final class WorkingSetReconstruction {
    private static final int GIST_CHARACTERS = 160;

    private final Transcript transcript;
    private final Recall recall;
    private final Function<Hash, Optional<Bytes>> sources;
    private final TokenCount count;
    private final List<WorkingSetPart> history = new ArrayList<>();
    private EditLog log = new EditLog();

    private WorkingSetReconstruction(Recall recall, Function<Hash, Optional<Bytes>> sources, String model) {
        this.transcript = recall.transcript();
        this.recall = recall;
        this.sources = sources;
        this.count = TokenCount.of(model);
    }

    /** The working set of the newest request of the conversation; empty if there was none. */
    static Optional<WorkingSetView> of(Recall recall, Function<Hash, Optional<Bytes>> sources) {
        return recall.transcript()
                .newest()
                .map(turn -> new WorkingSetReconstruction(recall, sources, turn.model()).view(turn));
    }

    private WorkingSetView view(Entry.TurnOpened turn) {
        List<ModelHistory.PlacedItem> places = ModelHistory.of(recall, turn, turn.leaf());
        Map<Hash, Integer> indexes = new HashMap<>();
        for (int i = 0; i < places.size(); i++) {
            indexes.put(places.get(i).node(), i);
        }
        log = transcript.log().on(indexes.keySet());
        int at = 0;
        while (at < places.size()) {
            int last = addReplacement(places, at, indexes);
            if (last < at) {
                addItem(places.get(at));
            }
            at = Math.max(at, last) + 1;
        }
        return new WorkingSetView(turn.model(), turn.at(), head(turn), history);
    }

    private List<WorkingSetPart> head(Entry.TurnOpened turn) {
        List<WorkingSetPart> parts = new ArrayList<>();
        Entry.Head head =
                turn.head().flatMap(transcript::head).orElse(new Entry.Head(Entry.ROOT, List.of(), List.of()));
        head.system().forEach(id -> parts.add(system(text(id))));
        head.tools().forEach(id -> parts.add(tool(text(id))));
        Edit.AddTools added = transcript.log().added();
        List<LocalTool> declared =
                added.text().map(text -> ToolOffer.read(text(text))).orElse(List.of());
        declared.forEach(tool -> parts.add(added(tool.name(), ToolOffer.tokens(tool, count))));
        if (declared.isEmpty()) {
            added.names().forEach(name -> parts.add(added(name, 0))); // Older archives do not contain the declarations.
        }
        return parts;
    }

    private static WorkingSetPart added(String tool, long tokens) {
        return addedPart(PartOrigin.ADDED, "tool", Optional.of(tool), "answered by Throughline", tokens);
    }

    private WorkingSetPart system(String raw) {
        String text = json(raw) instanceof Json.Obj object ? object.text("text").orElse(raw) : raw;
        return head("system", Optional.empty(), text, count.ofItem(raw, 0, 0));
    }

    private WorkingSetPart tool(String raw) {
        Optional<String> name = json(raw) instanceof Json.Obj object
                ? object.text("name")
                        .or(() -> object.get("function") instanceof Json.Obj inner
                                ? inner.text("name")
                                : object.text("type"))
                : Optional.empty();
        String description = json(raw) instanceof Json.Obj object
                ? object.text("description").orElse("")
                : raw;
        return head("tool", name, description, count.ofItem(raw, 0, 0));
    }

    private static WorkingSetPart head(String kind, Optional<String> tool, String text, long tokens) {
        return new WorkingSetPart(
                -1, PartOrigin.UNCHANGED, kind, tool, Optional.empty(), gist(text), tokens, tokens, 1);
    }

    private static WorkingSetPart addedPart(
            PartOrigin origin, String kind, Optional<String> tool, String text, long tokens) {
        return new WorkingSetPart(-1, origin, kind, tool, Optional.empty(), gist(text), tokens, 0, 0);
    }

    private static Json json(String raw) {
        try {
            return Json.parse(Bytes.of(raw));
        } catch (UnreadableException e) {
            return new Json.Text(raw);
        }
    }

    /** Adds the replacement that begins at this place, and returns its last place; -1 if none begins here. */
    private int addReplacement(List<ModelHistory.PlacedItem> places, int at, Map<Hash, Integer> indexes) {
        for (Edit.Replace replace : log.replacesFrom(places.get(at).node())) {
            int last = indexes.getOrDefault(replace.last(), -1);
            if (last >= at) {
                List<ModelHistory.PlacedItem> range = places.subList(at, last + 1);
                history.add(new WorkingSetPart(
                        -1,
                        PartOrigin.REPLACED,
                        "digest",
                        Optional.empty(),
                        range.getFirst().archived().map(node -> node.item().handle()),
                        gist(text(replace.text())),
                        replace.tokens(),
                        range.stream().mapToLong(this::untouched).sum(),
                        range.size()));
                return last;
            }
        }
        return -1;
    }

    private void addItem(ModelHistory.PlacedItem place) {
        log.prepend(place.node())
                .ifPresent(prepend -> history.add(addedPart(
                        PartOrigin.STATE, "state", Optional.empty(), text(prepend.text()), prepend.tokens())));
        Optional<Edit.Reword> reword = log.reword(place.node());
        Optional<String> reworded = reword.map(each -> text(each.text()));
        long tokens = reword.map(Edit.Reword::tokens).orElseGet(() -> tokens(place));
        PartOrigin origin = reword.map(each -> PartOrigin.of(each.kind()))
                .orElse(place.archived().isPresent() ? PartOrigin.UNCHANGED : PartOrigin.LOCAL);
        String text = reworded.orElseGet(() -> place.archived()
                .map(recall::text)
                .or(() -> place.content().map(ItemContent::text))
                .orElse(""));
        history.add(new WorkingSetPart(
                place.element(),
                origin,
                kind(place),
                place.archived().flatMap(transcript::tool).or(() -> place.item().flatMap(Item::tool)),
                place.archived().map(node -> node.item().handle()),
                gist(text),
                tokens,
                untouched(place),
                1));
    }

    private static String kind(ModelHistory.PlacedItem place) {
        return place.archived()
                .map(Entry.Node::kind)
                .or(() -> place.item().map(Item::kind))
                .map(ItemKind::word)
                .orElse("");
    }

    /** The tokens that the client sent: 0 for an item that Throughline added. */
    private long untouched(ModelHistory.PlacedItem place) {
        return place.archived().isPresent() ? tokens(place) : 0;
    }

    private long tokens(ModelHistory.PlacedItem place) {
        return place.archived()
                .map(node -> recall.tokens(node, count))
                .or(() -> place.content()
                        .map(content -> count.ofItem(content.text(), content.pictures(), content.sealedBytes())))
                .orElse(0L);
    }

    private String text(Hash id) {
        return sources.apply(id).map(Bytes::utf8).orElse("");
    }

    private static String gist(String text) {
        String line = text.substring(0, Math.min(text.length(), 4 * GIST_CHARACTERS))
                .replaceAll("\\s+", " ")
                .strip();
        return line.codePointCount(0, line.length()) <= GIST_CHARACTERS
                ? line
                : line.substring(0, line.offsetByCodePoints(0, GIST_CHARACTERS - 1)) + "…";
    }
}
