package dev.throughline.memory.question;

import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.model.Hash;
import dev.throughline.model.text.TextCut;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The text of a session that the helper model reads for a question. If the session does not fit, it consists of
 *
 * <pre>
 *   the summaries that replaced older parts     up to a fifth
 *   the beginning, which has the task           up to a fifth
 *   the pieces that match the question          up to two fifths
 *   the newest pieces                           the rest
 * </pre>
 *
 * in the order of the conversation, with a line where pieces are left out.
 */
final class QuestionInput {
    private static final int FIFTHS = 5;
    private static final int FOUND_FIFTHS = 2;

    /** The header of a piece. */
    private static final int HEADER_CHARACTERS = 80;

    private final Conversation conversation;
    private final TreeMap<Integer, String> blocks = new TreeMap<>();

    private QuestionInput(Conversation conversation) {
        this.conversation = conversation;
    }

    /**
     * The text, with about this many characters at most.
     *
     * @param summaries the summaries that replaced older parts of the session, oldest first
     * @param found the pieces that match the question, best first, each with the text to show
     */
    static String of(Conversation conversation, List<String> summaries, Map<Hash, String> found, int most) {
        String head = summaries(summaries, most / FIFTHS);
        int room = most - head.length();
        long whole = conversation.items().stream()
                .mapToLong(item -> item.text().length() + HEADER_CHARACTERS)
                .sum();
        QuestionInput input = new QuestionInput(conversation);
        if (whole <= room) {
            for (int i = 0; i < conversation.items().size(); i++) {
                input.blocks.put(i, ConversationText.whole(conversation.items().get(i)));
            }
            return head + input.text();
        }
        int left = room - input.addBeginning(room / FIFTHS);
        left -= input.addFound(found, room * FOUND_FIFTHS / FIFTHS);
        input.addNewest(left);
        return head + input.text();
    }

    private static String summaries(List<String> summaries, int most) {
        StringBuilder text = new StringBuilder();
        for (String summary : summaries.reversed()) {
            String block = "[summary of an older part]\n" + TextCut.to(summary.strip(), most) + "\n";
            if (text.length() + block.length() > most) {
                break;
            }
            text.insert(0, block);
        }
        return text.toString();
    }

    private int addBeginning(int most) {
        int used = 0;
        for (int i = 0; i < conversation.items().size(); i++) {
            int length = add(i, ConversationText.block(conversation.items().get(i)), most - used);
            if (length == 0) {
                break;
            }
            used += length;
        }
        return used;
    }

    private int addFound(Map<Hash, String> found, int most) {
        int used = 0;
        for (Map.Entry<Hash, String> each : found.entrySet()) {
            for (int i = 0; i < conversation.items().size(); i++) {
                ConversationItem item = conversation.items().get(i);
                if (item.node().equals(each.getKey()) && !blocks.containsKey(i)) {
                    used += add(i, ConversationText.whole(item.withText(each.getValue())), most - used);
                }
            }
        }
        return used;
    }

    private void addNewest(int most) {
        int left = most;
        for (int i = conversation.items().size() - 1; i >= 0; i--) {
            if (!blocks.containsKey(i)) {
                int length = add(i, ConversationText.block(conversation.items().get(i)), left);
                if (length == 0) {
                    return;
                }
                left -= length;
            }
        }
    }

    /** Adds a block if there is room for it, and returns its length; 0 if there is none. */
    private int add(int index, String block, int left) {
        if (block.length() > left) {
            return 0;
        }
        blocks.put(index, block);
        return block.length();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (Map.Entry<Integer, String> block : blocks.entrySet()) {
            appendGap(text, block.getKey() - next);
            text.append(block.getValue());
            next = block.getKey() + 1;
        }
        appendGap(text, conversation.items().size() - next);
        return text.toString();
    }

    private static void appendGap(StringBuilder text, int pieces) {
        if (pieces > 0) {
            text.append("[… ").append(pieces).append(" pieces left out …]\n");
        }
    }
}
