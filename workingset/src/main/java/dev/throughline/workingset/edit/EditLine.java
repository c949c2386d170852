package dev.throughline.workingset.edit;

import dev.throughline.model.Hash;
import dev.throughline.model.text.DisplayText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An edit as one line of words: as it is written in archives and in JSON, and as people read it. In archives:
 *
 * <pre>
 * unpad   s2:node s2:text 1650
 * shorten s2:node s2:text 812
 * supersede s2:node s2:text 240 s2:later
 * clear   s2:node s2:text 96
 * dedupe  s2:node …                         in older archives; read as restore
 * restore s2:node
 * replace s2:first s2:last s2:text 1900
 * drop    s2:first s2:last s2:text 1900     a replacement because of age
 * prepend s2:node s2:text 310
 * insert  s2:after s2:text 55
 * tools   s2:text recall …                  the text is missing in older archives
 * </pre>
 */
public final class EditLine {
    /** The labels that people are shown for the items that edits name. */
    public interface ItemLabels {
        /** The handle of an item. */
        String handle(Hash node);

        /** The handle and a few words about the item. */
        String label(Hash node);

        /** The tokens that were sent for it before the edit; empty for what an edit added. */
        Optional<Long> tokens(Hash node);
    }

    private EditLine() {}

    public static String write(Edit edit) {
        return switch (edit) {
            case Edit.Reword reword ->
                reword.kind().word() + " " + reword.node() + " " + reword.text() + " " + reword.tokens()
                        + reword.later().map(later -> " " + later).orElse("");
            case Edit.Restore restore -> "restore " + restore.node();
            case Edit.Replace replace ->
                (replace.isDrop() ? "drop " : "replace ") + replace.first() + " " + replace.last() + " "
                        + replace.text() + " " + replace.tokens();
            case Edit.Prepend prepend -> "prepend " + prepend.node() + " " + prepend.text() + " " + prepend.tokens();
            case Edit.Insert insert -> "insert " + insert.after() + " " + insert.text() + " " + insert.tokens();
            case Edit.AddTools added ->
                "tools " + added.text().map(text -> text + " ").orElse("") + String.join(" ", added.names());
        };
    }

    /** The edit of a line; throws {@code IllegalArgumentException} if {@link #write} wrote no such line. */
    public static Edit read(String line) {
        List<String> words = Arrays.asList(line.split(" ", -1));
        try {
            return switch (words.getFirst()) {
                case "restore", "dedupe" -> new Edit.Restore(hash(words, 1));
                case "replace", "drop" ->
                    new Edit.Replace(
                            hash(words, 1),
                            hash(words, 2),
                            hash(words, 3),
                            number(words, 4),
                            words.getFirst().equals("drop"));
                case "prepend" -> new Edit.Prepend(hash(words, 1), hash(words, 2), number(words, 3));
                case "insert" -> new Edit.Insert(hash(words, 1), hash(words, 2), number(words, 3));
                case "tools" -> tools(words);
                default ->
                    new Edit.Reword(
                            hash(words, 1),
                            Edit.RewordKind.of(words.getFirst()),
                            hash(words, 2),
                            number(words, 3),
                            words.size() > 4 ? Optional.of(hash(words, 4)) : Optional.empty());
            };
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("expected an edit, found '" + line + "'", e);
        }
    }

    /** A hash begins with {@code s2:}. No provider allows a colon in the name of a tool. */
    private static Edit tools(List<String> words) {
        boolean hasText = words.get(1).startsWith("s2:");
        return hasText
                ? new Edit.AddTools(words.subList(2, words.size()), Optional.of(hash(words, 1)))
                : new Edit.AddTools(words.subList(1, words.size()));
    }

    /** The edit in words for people. The names of tools come from a client or a server, and may contain anything. */
    public static String describe(Edit edit, ItemLabels items) {
        return switch (edit) {
            case Edit.Reword reword ->
                reword.kind().word() + " " + items.label(reword.node()) + ": "
                        + items.tokens(reword.node())
                                .map(tokens -> DisplayText.number(tokens) + " to ")
                                .orElse("")
                        + tokens(reword.tokens());
            case Edit.Restore restore -> "restore " + items.label(restore.node());
            case Edit.Replace replace ->
                (replace.isDrop() ? "drop " : "replace ") + items.handle(replace.first()) + " to "
                        + items.handle(replace.last()) + ": " + tokens(replace.tokens()) + " in their place";
            case Edit.Prepend prepend -> "prepend " + tokens(prepend.tokens()) + " to " + items.handle(prepend.node());
            case Edit.Insert insert -> "insert " + tokens(insert.tokens()) + " after " + items.handle(insert.after());
            case Edit.AddTools added -> "add tools " + String.join(" ", added.names());
        };
    }

    private static String tokens(long count) {
        return DisplayText.quantity(count, "token");
    }

    private static Hash hash(List<String> words, int index) {
        return new Hash(words.get(index));
    }

    private static long number(List<String> words, int index) {
        return Long.parseLong(words.get(index));
    }
}
