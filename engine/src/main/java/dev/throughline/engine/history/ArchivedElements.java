package dev.throughline.engine.history;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads archived nodes as elements of a request. An element that was archived in another dialect becomes a message with
 * its text; calls and results of tools in another dialect are left out.
 *
 * @param isContext whether an item is context, which the client sends itself with each request
 */
record ArchivedElements(Recall recall, Wire wire, Predicate<Entry.Node> isContext) {
    /** The name of the member that contains a Responses item's reasoning, which the provider can read back. */
    private static final String ENCRYPTED = "\"encrypted_content\"";

    /** The elements of a path, without context. */
    List<HeldElement> of(List<Entry.Node> path) {
        List<HeldElement> elements = new ArrayList<>();
        List<Entry.Node> nodes = new ArrayList<>();
        for (Entry.Node node : path) {
            if (!nodes.isEmpty() && !isSameElement(nodes.getLast(), node)) {
                element(List.copyOf(nodes)).ifPresent(elements::add);
                nodes.clear();
            }
            nodes.add(node);
        }
        if (!nodes.isEmpty()) {
            element(List.copyOf(nodes)).ifPresent(elements::add);
        }
        return elements;
    }

    /** Items of one element are ranges of one source, in order. */
    private static boolean isSameElement(Entry.Node before, Entry.Node node) {
        return before.source().equals(node.source())
                && before.piece().end() <= node.piece().start();
    }

    private Optional<HeldElement> element(List<Entry.Node> nodes) {
        if (nodes.stream().allMatch(isContext)) {
            return Optional.empty();
        }
        boolean isSameDialect = recall.transcript()
                .turn(nodes.getFirst().turn())
                // The source of an imported item is a line of a file, which is no element of a request.
                .filter(turn -> turn.dialect().equals(wire.dialect()) && turn.purpose() != Purpose.IMPORTED)
                .isPresent();
        Bytes raw = recall.source(nodes.getFirst().source());
        boolean isString = raw.utf8().startsWith("\""); // A whole Responses input may be one string.
        return (isSameDialect && !isString ? exact(raw) : converted(nodes))
                .filter(element -> !element.isBlankAnswer(wire));
    }

    private Optional<HeldElement> exact(Bytes raw) {
        HeldElement element = HeldElement.of(wire, wire.editor().withoutCacheMarkers(raw));
        // A provider that does not store replies refuses a reasoning item without its encrypted content.
        return element.isReasoning() && !raw.utf8().contains(ENCRYPTED) ? Optional.empty() : Optional.of(element);
    }

    private Optional<HeldElement> converted(List<Entry.Node> nodes) {
        String text = nodes.stream()
                .filter(node -> node.kind() == ItemKind.USER || node.kind() == ItemKind.ASSISTANT)
                .map(recall::text)
                .collect(Collectors.joining("\n"));
        return HeldElement.message(wire, nodes.stream().anyMatch(node -> node.kind() == ItemKind.USER), text);
    }
}
