package dev.throughline.memory.conversation;

import dev.throughline.memory.admission.SafeText;
import dev.throughline.model.ItemKind;
import dev.throughline.model.text.TextCut;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A conversation as a text for the helper model: one block for each item, without secrets, long items cut, and items in
 * the middle left out if the text is too long. The beginning contains the task and the end the current state, which
 * matter more than what is between. Text in an item cannot pass for another item: a web page with a line
 * {@code [user …]} is not mistaken for the person.
 *
 * <pre>
 *   [user ab12cd34 2026-04-05]
 *   Please move the parser to the new lexer.
 *   [… 40 pieces left out …]
 *   [assistant ef56gh78 2026-04-05]
 *   Done; all tests pass.
 * </pre>
 */
public final class ConversationText {
    private static final int MAX_MESSAGE_CHARACTERS = 6_000;
    private static final int MAX_TOOL_CHARACTERS = 1_200;

    /**
     * The middle of a long item is not searched for secrets. This much more than is shown must be searched, so that a
     * secret at the cut is not shown in part.
     */
    private static final int MARGIN = 8_000;

    /** A line inside an item that looks like the header of an item. */
    private static final Pattern HEADER = Pattern.compile(Stream.of(ItemKind.values())
            .map(ItemKind::word)
            .collect(Collectors.joining("|", "(?mi)^(\\h*)\\[(?=\\h*(?:", ")\\b)")));

    private ConversationText() {}

    /** The text, with about this many characters at most. */
    public static String of(Conversation conversation, int most) {
        List<ConversationItem> items = conversation.items();
        List<String> beginning = new ArrayList<>();
        List<String> end = new ArrayList<>();
        int left = most;
        while (beginning.size() + end.size() < items.size()) {
            // Two items from the end for each item from the beginning: memory contains the newest items least.
            boolean isFromEnd = (beginning.size() + end.size()) % 3 != 0;
            String next = block(items.get(isFromEnd ? items.size() - 1 - end.size() : beginning.size()));
            if (next.length() > left) {
                break;
            }
            left -= next.length();
            (isFromEnd ? end : beginning).add(next);
        }
        int gap = items.size() - beginning.size() - end.size();
        return String.join("", beginning)
                + (gap > 0 ? "[… " + gap + " pieces left out …]\n" : "")
                + String.join("", end.reversed());
    }

    /** One item, without its middle if it is long. */
    public static String block(ConversationItem item) {
        return block(item, item.tool().isEmpty() ? MAX_MESSAGE_CHARACTERS : MAX_TOOL_CHARACTERS);
    }

    /** One item with all of its text. */
    public static String whole(ConversationItem item) {
        return block(item, Integer.MAX_VALUE / 2);
    }

    private static String block(ConversationItem item, int most) {
        String name = item.kind().word() + (item.tool().isEmpty() ? "" : " " + item.tool());
        String plain = HEADER.matcher(plain(item.text(), most).strip()).replaceAll("$1(");
        return "[" + SafeText.line(name) + " " + item.handle() + " "
                + item.at().toString().substring(0, 10) + "]\n" + plain + "\n";
    }

    /** A text without secrets, and without its middle if it is too long. */
    static String plain(String text, int most) {
        if (text.length() > most + 2 * MARGIN) {
            String first = SafeText.withoutSecrets(text.substring(0, most + MARGIN));
            String last = SafeText.withoutSecrets(text.substring(text.length() - most - MARGIN));
            return ends(first, last, most, text.length());
        }
        String safe = SafeText.withoutSecrets(text);
        return safe.length() <= most ? safe : ends(safe, safe, most, safe.length());
    }

    /** The beginning of one text, the end of another, and between them how many of all characters are left out. */
    private static String ends(String first, String last, int most, int all) {
        int head = most * 2 / 3;
        String beginning = first.substring(0, TextCut.before(first, Math.min(head, first.length())));
        String end = last.substring(TextCut.after(last, Math.max(0, last.length() - (most - head))));
        int left = all - beginning.length() - end.length();
        return beginning + "\n[… " + left + " characters left out …]\n" + end;
    }
}
