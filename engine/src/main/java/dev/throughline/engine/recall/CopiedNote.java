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
 * A call into which the model wrote a cut note, as if the note were the text that was cut. Such an edit fails, or puts
 * the note into a file.
 *
 * <pre>
 *   Edit {"file_path":"a/Parser.java","old_string":"[output cut: Read a/Parser.java; 14,200 characters]", …}
 * </pre>
 *
 * <p>Only answers to edited requests count: in any other the model was shown no note. Calls of our own tools do not
 * count, since the client does not see them and the archive does not keep them as part of an answer.
 *
 * @param number which turn of its session it was, from 1 on, side requests included
 * @param at when that turn ended
 * @param tool the tool that was called
 * @param call the id of the call
 */
public record CopiedNote(int number, TurnId turn, Instant at, String tool, String call) {
    /** Whether the model saw a request that was edited, and so may have seen notes. */
    public static boolean isPossible(Optional<Entry.Sent> sent) {
        return sent.filter(Entry.Sent::isEdited).isPresent();
    }

    /** The calls in an answer that hold a note. */
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

    /** All that a session holds, in order. */
    public static List<CopiedNote> in(Recall recall) {
        Transcript transcript = recall.transcript();
        List<CopiedNote> notes = new ArrayList<>();
        int number = 0;
        for (Entry.TurnOpened turn : transcript.turns()) {
            number++;
            Optional<Entry.TurnClosed> closed = transcript.reply(turn.id()).filter(each -> isPossible(each.sent()));
            if (closed.isPresent()) {
                for (Entry.Node node : transcript.answer(turn, closed.get())) {
                    if (isCopied(recall, node)) {
                        notes.add(of(number, closed.get(), node));
                    }
                }
            }
        }
        return notes;
    }

    private static CopiedNote of(int number, Entry.TurnClosed turn, Entry.Node call) {
        return new CopiedNote(
                number,
                turn.id(),
                turn.at(),
                tool(call.tool(), call.role()),
                call.call().orElse(""));
    }

    /** The name of a tool; some calls have none, and their type says which tool it is. */
    public static String tool(Optional<String> tool, String type) {
        return tool.orElse(type);
    }

    private static boolean isCopied(Recall recall, Entry.Node node) {
        try {
            return node.kind() == ItemKind.TOOL_CALL && CutNote.isIn(recall.text(node));
        } catch (ProxyException e) {
            return false; // Its bytes are missing or damaged, which is for the doctor to say.
        }
    }
}
