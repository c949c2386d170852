package dev.throughline.server.sessions;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.recall.Bill;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.memory.project.WorkingFolder;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.OriginField;
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
 * Updates a digest with the entries that are newer than it.
 *
 * <p>The agent works in the folder that the newest turn of the conversation names: in a new message, or else in a
 * system text that differs from the one before. In user messages only the block that Codex writes is trusted, and only
 * if the agent is Codex, because anybody may have written the rest. For a turn that does not continue the one before
 * it, such as a rewind, the messages on its own path count. If a chat gateway names the folder, only that counts.
 */
final class SessionDigestReader {
    private static final int PAGE = 1024;
    private static final int TITLE_CHARACTERS = 160;

    /** The most messages, system texts and open turns that are stored; the oldest are removed first. */
    private static final int MAX_STORED = 256;

    private final Store store;
    private final SessionCard card;
    private final PriceTable prices;
    private final ScaffoldFilter scaffoldFilter;
    private final boolean isPersonal;

    private long sequence;
    private final List<SessionFolders.Move> moves;
    private final Map<Hash, String> messageFolders = new LinkedHashMap<>();
    private final Map<Hash, Optional<String>> heads = new LinkedHashMap<>();
    private Optional<String> head;
    private List<Hash> ends;

    /** The folder that the origin of the turn names. */
    private Optional<String> namedFolder;

    /** The nodes since the last turn began or ended. */
    private final List<Entry.Node> nodes = new ArrayList<>();

    private final Map<Hash, Bytes> sources = new HashMap<>();

    /** The folder that the lines of an imported turn name. */
    private Optional<String> importedFolder = Optional.empty();

    private final SessionDigest.DigestSummary before;
    private final Map<TurnId, SessionDigest.OpenTurn> open = new LinkedHashMap<>();
    private String title;
    private long tokens;
    private long edits;
    private Bill bill = Bill.NONE;
    private boolean isImported;

    SessionDigestReader(
            Store store, SessionCard card, PriceTable prices, ScaffoldFilter scaffoldFilter, SessionDigest before) {
        this.store = store;
        this.card = card;
        this.prices = prices;
        this.scaffoldFilter = scaffoldFilter;
        this.before = before.summary();
        before.summary().open().forEach(turn -> open.put(turn.turn(), turn));
        this.title = before.summary().title();
        this.tokens = before.summary().tokens();
        this.edits = before.summary().edits();
        this.isImported = before.summary().isImported();
        this.isPersonal = WorkingFolder.isPersonal(card.client());
        this.sequence = before.sequence();
        this.moves = new ArrayList<>(before.moves());
        before.messageFolders().forEach(each -> messageFolders.put(each.node(), each.folder()));
        before.heads().forEach(each -> heads.put(each.id(), each.folder()));
        this.head = before.head();
        this.ends = before.ends();
        this.namedFolder = before.sequence() == 0 || card.origin().isEmpty()
                ? Optional.empty()
                : card.origin().get().field(OriginField.FOLDER);
    }

    /** Reads all newer entries and returns the new digest. */
    SessionDigest read() {
        boolean hasMore = true;
        while (hasMore) {
            var page = store.entries(card.ref(), sequence, PAGE);
            page.items().forEach(this::accept);
            hasMore = page.next().isPresent() && !page.items().isEmpty();
        }
        return new SessionDigest(
                SessionDigest.FORMAT,
                sequence,
                moves,
                messageFolders.entrySet().stream()
                        .map(each -> new SessionDigest.NamedFolder(each.getKey(), each.getValue()))
                        .toList(),
                heads.entrySet().stream()
                        .map(each -> new SessionDigest.HeadFolder(each.getKey(), each.getValue()))
                        .toList(),
                head,
                ends,
                summary());
    }

    private SessionDigest.DigestSummary summary() {
        return new SessionDigest.DigestSummary(
                title,
                tokens,
                edits,
                before.units() + bill.units(),
                before.helped() + bill.helpedUnits(),
                before.untouched() + bill.untouchedUnits(),
                isImported,
                List.copyOf(open.values()));
    }

    private void accept(ArchivedEntry archived) {
        sequence = archived.sequence();
        switch (archived.entry()) {
            case Entry.Source source -> sources.put(source.id(), source.bytes());
            case Entry.Node node -> nodes.add(node);
            case Entry.Head each -> put(heads, each.id(), folder(each));
            case Entry.TurnOpened turn -> {
                boolean isConversation = turn.purpose().isConversation();
                put(
                        open,
                        turn.id(),
                        new SessionDigest.OpenTurn(
                                turn.id(),
                                turn.model(),
                                isConversation ? OptionalLong.of(turn.tokens()) : OptionalLong.empty()));
                if (isConversation) {
                    opened(turn);
                }
                clear();
            }
            case Entry.TurnClosed turn -> {
                // The answer to a side request does not continue the conversation.
                boolean isConversation =
                        !nodes.isEmpty() && ends.contains(nodes.getFirst().parent());
                ends = isConversation ? List.of(ends.getFirst(), turn.leaf()) : ends;
                closed(turn);
                clear();
            }
            case Entry.Edited edited -> edits += edited.edits().size();
            case Entry.HelperCall help -> bill = bill.and(prices.of(help.model()), help.usage());
            case Entry.OriginNamed named -> namedFolder = named.origin().field(OriginField.FOLDER);
            case Entry.Link _, Entry.CompactionRequested _ -> {}
            case Entry.Imported imported -> {
                isImported = true;
                importedFolder = importedFolder(imported).or(() -> importedFolder);
            }
        }
    }

    /** The folder that a line of another program's file names. The program itself wrote it, so it is trusted. */
    private Optional<String> importedFolder(Entry.Imported imported) {
        return bytes(imported.source())
                .flatMap(line -> WorkingFolder.ofFileLine(line).stream())
                .findFirst()
                .map(Path::toString);
    }

    private void clear() {
        nodes.clear();
        sources.clear();
        importedFolder = Optional.empty();
    }

    private void closed(Entry.TurnClosed turn) {
        SessionDigest.OpenTurn request = open.remove(turn.id());
        if (request == null) {
            return;
        }
        turn.usage().ifPresent(usage -> bill = bill.and(prices.of(request.model()), usage, turn.sent()));
        if (request.tokens().isPresent()) {
            tokens = turn.sent()
                    .map(Entry.Sent::clientTokens)
                    .orElse(request.tokens().getAsLong());
        }
    }

    /** The beginning of the user's first message among the new nodes. */
    private String title(Entry.TurnOpened turn) {
        return nodes.stream()
                .filter(node -> node.kind() == ItemKind.USER)
                .flatMap(node -> bytes(node.source())
                        .map(source -> Dialects.of(turn.dialect()).text(source, item(node))))
                .map(text -> scaffoldFilter.of(text).replaceAll("\\s+", " ").strip())
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
        nodes.forEach(node -> folder(node).ifPresent(folder -> put(messageFolders, node.id(), folder)));
        Optional<String> inHead = turn.head().flatMap(id -> heads.getOrDefault(id, Optional.empty()));
        Optional<String> newFolder = importedFolder.or(() -> namedFolder).or(() -> newFolder(turn, inHead));
        head = inHead;
        ends = List.of(turn.leaf());
        if (newFolder.isPresent()
                && (moves.isEmpty() || !moves.getLast().folder().equals(newFolder.get()))) {
            moves.add(new SessionFolders.Move(turn.id(), turn.at(), newFolder.get()));
        }
    }

    /** The folder that the request of a turn names, if it names one that it did not name before. */
    private Optional<String> newFolder(Entry.TurnOpened turn, Optional<String> inHead) {
        return nodes.reversed().stream()
                .flatMap(node -> Optional.ofNullable(messageFolders.get(node.id())).stream())
                .findFirst()
                .or(() -> inHead.filter(_ -> !inHead.equals(head)))
                .or(() -> isContinued(turn)
                        ? Optional.empty()
                        : folderOnPath(turn).or(() -> inHead));
    }

    private boolean isContinued(Entry.TurnOpened turn) {
        return ends.contains(nodes.isEmpty() ? turn.leaf() : nodes.getFirst().parent());
    }

    /** The folder that the newest message on the path of a turn names. */
    private Optional<String> folderOnPath(Entry.TurnOpened turn) {
        Set<String> folders = new HashSet<>(messageFolders.values());
        if (folders.size() < 2) {
            return folders.stream().findFirst();
        }
        return Transcript.read(after -> store.entries(card.ref(), after, PAGE)).path(turn.leaf()).reversed().stream()
                .flatMap(node -> Optional.ofNullable(messageFolders.get(node.id())).stream())
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
        boolean isTrusted = node.kind() == ItemKind.SYSTEM || (node.kind() == ItemKind.USER && isPersonal);
        return Stream.of(node)
                .filter(_ -> isTrusted)
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
        if (map.size() > MAX_STORED) {
            map.remove(map.keySet().iterator().next());
        }
    }
}
