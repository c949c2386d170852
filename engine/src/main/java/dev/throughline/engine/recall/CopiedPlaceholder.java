package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Wire;
import dev.throughline.workingset.fragment.CutNote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A call into which the model copied a placeholder instead of the original text. Such a file edit fails, or writes the
 * placeholder into a file.
 *
 * <pre>
 *   Edit {"file_path":"a/Parser.java","old_string":"[output cut: Read a/Parser.java; 14,200 characters]", …}
 * </pre>
 *
 * <p>Only replies to edited requests count: other requests contain no placeholders. Calls of local tools do not count,
 * because the client does not see them and the archive does not store them as part of a reply.
 *
 * @param number the number of the turn in its session, from 1, side requests included
 * @param at when the turn ended
 * @param tool the tool that was called
 * @param call the id of the call
 */
public record CopiedPlaceholder(int number, TurnId turn, Instant at, String tool, String call) {
    /** Whether the request was edited, so that the model may have seen placeholders. */
    public static boolean isPossible(Optional<Entry.Sent> sent) {
        return sent.filter(Entry.Sent::isEdited).isPresent();
    }

    /** The calls in a reply that contain a placeholder. */
    public static List<Item> in(Wire wire, Reply reply) {
        List<Item> calls = new ArrayList<>();
        for (Bytes element : reply.elements()) {
            wire.itemise(element, new Span(0, element.length())).stream()
                    .filter(item -> item.kind() == ItemKind.TOOL_CALL)
                    .filter(item -> CutNote.isIn(wire.text(element, item)))
                    .forEach(calls::add);
        }
        return calls;
    }

    /** All copied placeholders of a session, in order. */
    public static List<CopiedPlaceholder> in(Recall recall) {
        Transcript transcript = recall.transcript();
        List<CopiedPlaceholder> copied = new ArrayList<>();
        int number = 0;
        for (Entry.TurnOpened turn : transcript.turns()) {
            number++;
            Optional<Entry.TurnClosed> closed = transcript.reply(turn.id()).filter(each -> isPossible(each.sent()));
            if (closed.isPresent()) {
                for (Entry.Node node : transcript.replyNodes(turn, closed.get())) {
                    if (isCopied(recall, node)) {
                        copied.add(of(number, closed.get(), node));
                    }
                }
            }
        }
        return copied;
    }

    private static CopiedPlaceholder of(int number, Entry.TurnClosed turn, Entry.Node call) {
        return new CopiedPlaceholder(
                number,
                turn.id(),
                turn.at(),
                tool(call.tool(), call.role()),
                call.call().orElse(""));
    }

    /** The name of a tool. Some calls have no tool name; their type identifies the tool. */
    public static String tool(Optional<String> tool, String type) {
        return tool.orElse(type);
    }

    private static boolean isCopied(Recall recall, Entry.Node node) {
        try {
            return node.kind() == ItemKind.TOOL_CALL && CutNote.isIn(recall.text(node));
        } catch (ProxyException e) {
            return false; // Its bytes are missing or damaged; 'throughline doctor' reports that.
        }
    }
}
