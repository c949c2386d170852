package dev.throughline.app.library;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.memory.said.OwnWords;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.workingset.price.PriceTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/**
 * What a list of sessions shows of one, beside its card.
 *
 * @param title the first words of the person
 * @param folder where its agent works, as it was told last
 * @param tokens tokens of the newest request as the client sent it
 * @param change the net change in the cost of input; empty if nothing was edited
 */
public record Outline(SessionCard card, String title, Optional<String> folder, long tokens, Optional<Double> change) {
    private static final int TITLE_CHARACTERS = 160;

    static Outline of(SessionCard card, Recall recall, Sources sources, PriceTable prices) {
        Transcript transcript = recall.transcript();
        Decisions decisions = Decisions.of(transcript, prices);
        List<Entry.Node> path = transcript.conversation();
        return new Outline(
                card,
                title(path, recall),
                folder(path, transcript, sources),
                decisions.tokensIn(),
                decisions.edits() == 0
                        ? Optional.empty()
                        : Optional.of(decisions.bill().change()));
    }

    /** Gives the exact bytes of a source. */
    interface Sources extends Function<Hash, Optional<Bytes>> {}

    private static String title(List<Entry.Node> path, Recall recall) {
        return path.stream()
                .filter(node -> node.kind() == ItemKind.USER)
                .map(node ->
                        OwnWords.of(recall.text(node)).replaceAll("\\s+", " ").strip())
                .filter(words -> !words.isEmpty())
                .findFirst()
                .map(words -> words.substring(
                        0,
                        words.offsetByCodePoints(
                                0, Math.min(TITLE_CHARACTERS, words.codePointCount(0, words.length())))))
                .orElse("");
    }

    /** The folder in the newest text that tells one: the system's, or the block that Codex puts into a message. */
    private static Optional<String> folder(List<Entry.Node> path, Transcript transcript, Sources sources) {
        Stream<String> messages = path.reversed().stream()
                .filter(node -> node.kind() == ItemKind.USER)
                .flatMap(node -> text(sources, node.source()))
                .filter(text -> WorkingFolder.ofBlock(text).isPresent());
        Stream<String> system = Stream.concat(
                        transcript.newest().flatMap(Entry.TurnOpened::head).flatMap(transcript::head).stream()
                                .flatMap(head -> head.system().stream()),
                        path.reversed().stream()
                                .filter(node -> node.kind() == ItemKind.SYSTEM)
                                .map(Entry.Node::source))
                .flatMap(id -> text(sources, id));
        return Stream.concat(messages, system)
                .flatMap(text -> WorkingFolder.of(text).stream())
                .findFirst()
                .map(Path::toString);
    }

    private static Stream<String> text(Sources sources, Hash id) {
        return sources.apply(id).map(Bytes::utf8).stream();
    }

    /** The card as {@link CardJson} writes it, and what an outline adds. */
    public void write(JsonGenerator json) {
        json.writeStartObject();
        CardJson.fields(card, json);
        json.writeStringProperty("title", title);
        json.writeName("folder");
        EntryJson.text(json, folder);
        json.writeNumberProperty("tokens_in", tokens);
        if (change.isPresent()) {
            json.writeNumberProperty("change", change.get());
        } else {
            json.writeNullProperty("change");
        }
        json.writeEndObject();
    }

    static Outline read(JsonObject json) {
        return new Outline(
                CardJson.read(json),
                json.text("title"),
                json.maybe("folder"),
                json.number("tokens_in"),
                json.decimal("change"));
    }
}
