package dev.throughline.server.sessions;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.memory.project.WorkingFolder;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.price.PriceTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads a session on from where a digest of it ends, entry by entry.
 *
 * <p>Its agent is where the newest turn of the conversation says: in a message that is new, or else in a system text
 * that says something else than the one before. Of messages only the block is believed that Codex puts there, and only
 * if it is such an agent: what else stands in them, anybody may have written. A turn that does not go on from the one
 * before it, a rewind for example, is where the messages on its own path say.
 */
final class SessionDigestReader {
    private static final int PAGE = 1024;
    private static final int TITLE_CHARACTERS = 160;

    /** Messages and system texts that are remembered; those that came first are forgotten first. */
    private static final int MOST_TOLD = 256;

    private final Store store;
    private final SessionCard card;
    private final Means means;
    private final boolean isPersonal;

    private long sequence;
    private final List<SessionFolders.Move> moves;
    private final Map<Hash, String> told;
    private final Map<Hash, Optional<String>> heads;
    private Optional<String> head;
    private List<Hash> ends;

    /** What was kept since the last turn began or ended. */
    private final List<Entry.Node> nodes = new ArrayList<>();

    private final Map<Hash, Bytes> sources = new HashMap<>();

    private final SessionDigest.Summary before;
    private final Map<TurnId, SessionDigest.Open> open;
    private String title;
    private long tokens;
    private long edits;
    private Bill bill = Bill.NONE;

    /** What sessions are priced with, and how the words of people are told from scaffolds. */
    record Means(PriceTable prices, ScaffoldFilter words) {}

    private SessionDigestReader(Store store, SessionCard card, Means means, SessionDigest before) {
        this.store = store;
        this.card = card;
        this.means = means;
        this.before = before.summary();
        this.open = new LinkedHashMap<>(before.summary().open());
        this.title = before.summary().title();
        this.tokens = before.summary().tokens();
        this.edits = before.summary().edits();
        this.isPersonal = WorkingFolder.isPersonal(card.client());
        this.sequence = before.sequence();
        this.moves = new ArrayList<>(before.moves());
        this.told = new LinkedHashMap<>(before.told());
        this.heads = new LinkedHashMap<>(before.heads());
        this.head = before.head();
        this.ends = before.ends();
    }

    /** The digest of all that was kept of a session by now. */
    static SessionDigest readOn(Store store, SessionCard card, Means means, SessionDigest before) {
        SessionDigestReader reader = new SessionDigestReader(store, card, means, before);
        boolean hasMore = true;
        while (hasMore) {
            var page = store.entries(card.ref(), reader.sequence, PAGE);
            page.items().forEach(reader::accept);
            hasMore = page.next().isPresent() && !page.items().isEmpty();
        }
        return new SessionDigest(
                reader.sequence, reader.moves, reader.told, reader.heads, reader.head, reader.ends, reader.summary());
    }

    private SessionDigest.Summary summary() {
        return new SessionDigest.Summary(
                title,
                tokens,
                edits,
                before.units() + bill.units(),
                before.helped() + bill.helpedUnits(),
                before.untouched() + bill.untouchedUnits(),
                open);
    }

    private void accept(ArchivedEntry kept) {
        sequence = kept.sequence();
        switch (kept.entry()) {
            case Entry.Source source -> sources.put(source.id(), source.bytes());
            case Entry.Node node -> nodes.add(node);
            case Entry.Head each -> put(heads, each.id(), folder(each));
            case Entry.TurnOpened turn -> {
                boolean isConversation = turn.purpose() == Purpose.CONVERSATION;
                put(
                        open,
                        turn.id(),
                        new SessionDigest.Open(
                                turn.model(), isConversation ? OptionalLong.of(turn.tokens()) : OptionalLong.empty()));
                if (isConversation) {
                    opened(turn);
                }
                clear();
            }
            case Entry.TurnClosed turn -> {
                // The answer to a side request goes on from no end of the conversation.
                boolean isConversation =
                        !nodes.isEmpty() && ends.contains(nodes.getFirst().parent());
                ends = isConversation ? List.of(ends.getFirst(), turn.leaf()) : ends;
                closed(turn);
                clear();
            }
            case Entry.Edited edited -> edits += edited.edits().size();
            case Entry.Helped help -> bill = bill.and(means.prices().of(help.model()), help.usage());
            case Entry.Link _ -> {}
        }
    }

    private void clear() {
        nodes.clear();
        sources.clear();
    }

    private void closed(Entry.TurnClosed turn) {
        SessionDigest.Open request = open.remove(turn.id());
        if (request == null) {
            return;
        }
        turn.usage().ifPresent(usage -> bill = bill.and(means.prices().of(request.model()), usage, turn.sent()));
        if (request.tokens().isPresent()) {
            tokens = turn.sent()
                    .map(Entry.Sent::untouched)
                    .orElse(request.tokens().getAsLong());
        }
    }

    /** The first words of a person in what is new. */
    private String title(Entry.TurnOpened turn) {
        return nodes.stream()
                .filter(node -> node.kind() == ItemKind.USER)
                .flatMap(node -> bytes(node.source())
                        .map(source -> Dialects.of(turn.dialect()).text(source, item(node))))
                .map(text -> means.words().of(text).replaceAll("\\s+", " ").strip())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .map(text -> text.substring(
                        0,
                        text.offsetByCodePoints(0, Math.min(TITLE_CHARACTERS, text.codePointCount(0, text.length())))))
                .orElse("");
    }

    private static Item item(Entry.Node node) {
        return new Item(node.item(), node.kind(), node.role(), node.piece(), node.tool(), node.call());
    }

    private void opened(Entry.TurnOpened turn) {
        tokens = turn.tokens();
        title = title.isEmpty() ? title(turn) : title;
        nodes.forEach(node -> folder(node).ifPresent(folder -> put(told, node.id(), folder)));
        Optional<String> inHead = turn.head().flatMap(id -> heads.getOrDefault(id, Optional.empty()));
        Optional<String> news = nodes.reversed().stream()
                .flatMap(node -> Optional.ofNullable(told.get(node.id())).stream())
                .findFirst()
                .or(() -> inHead.filter(_ -> !inHead.equals(head)))
                .or(() -> isContinued(turn) ? Optional.empty() : onPath(turn).or(() -> inHead));
        head = inHead;
        ends = List.of(turn.leaf());
        if (news.isPresent() && (moves.isEmpty() || !moves.getLast().folder().equals(news.get()))) {
            moves.add(new SessionFolders.Move(turn.id(), turn.at(), news.get()));
        }
    }

    private boolean isContinued(Entry.TurnOpened turn) {
        return ends.contains(nodes.isEmpty() ? turn.leaf() : nodes.getFirst().parent());
    }

    /** The folder that the newest message of a history tells; where all of them tell the same, none is looked for. */
    private Optional<String> onPath(Entry.TurnOpened turn) {
        Set<String> folders = new HashSet<>(told.values());
        if (folders.size() < 2) {
            return folders.stream().findFirst();
        }
        return Transcript.read(after -> store.entries(card.ref(), after, PAGE)).path(turn.leaf()).reversed().stream()
                .flatMap(node -> Optional.ofNullable(told.get(node.id())).stream())
                .findFirst();
    }

    private Optional<String> folder(Entry.Head each) {
        return each.system().stream()
                .flatMap(this::text)
                .flatMap(text -> WorkingFolder.of(text).stream())
                .findFirst()
                .map(Path::toString);
    }

    private Optional<String> folder(Entry.Node node) {
        boolean mayTell = node.kind() == ItemKind.SYSTEM || (node.kind() == ItemKind.USER && isPersonal);
        return Stream.of(node)
                .filter(_ -> mayTell)
                .flatMap(each -> text(each.source()))
                .flatMap(text -> (node.kind() == ItemKind.SYSTEM ? WorkingFolder.of(text) : WorkingFolder.ofBlock(text))
                        .stream())
                .findFirst()
                .map(Path::toString);
    }

    private Stream<String> text(Hash source) {
        return bytes(source).map(Bytes::utf8);
    }

    private Stream<Bytes> bytes(Hash source) {
        return Optional.ofNullable(sources.get(source)).or(() -> store.source(card.ref(), source)).stream();
    }

    private static <K, T> void put(Map<K, T> map, K id, T value) {
        map.put(id, value);
        if (map.size() > MOST_TOLD) {
            map.remove(map.keySet().iterator().next());
        }
    }
}
