package dev.throughline.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A source file that is edited in five places. Two others are only read.
 *
 * <pre>
 *   lines   1-16   licence and package, the same in all files    edit 1: the last of them and the class line
 *            17   the class
 *          18-367   fifty methods of seven lines, no two alike    edit 2: methods 17 and 18
 *                                                                 edit 3: methods 28 and 29
 *                                                                 edit 4: methods 17 to 19, after edit 2
 *                                                                 edit 5: methods 46 and 47
 * </pre>
 */
final class EditedFile {
    static final String NAME = "src/Inventory.java";
    static final String ORDERS = "src/Orders.java";
    static final String SHIPPING = "src/Shipping.java";

    private static final int METHODS = 50;
    private static final int METHOD_LINES = 7;
    private static final int HEADER_LINES = 16;

    private final List<Replacement> replacements = new ArrayList<>();
    private final String whole;

    /**
     * One place of the file.
     *
     * @param before complete lines that occur once
     * @param after the lines that replace them
     */
    record Replacement(String before, String after) {
        /** The same as a patch that Codex applies: one hunk, in which lines that stay are its context. */
        String patch(String file) {
            List<String> hunk = new ArrayList<>();
            List<String> removed = before.lines().toList();
            List<String> added = after.lines().toList();
            int to = 0;
            for (String line : removed) {
                boolean stays = line.equals(added.get(to));
                hunk.add((stays ? " " : "-") + line);
                if (!stays) {
                    hunk.add("+" + added.get(to));
                }
                to++;
            }
            added.stream().skip(to).forEach(line -> hunk.add("+" + line));
            return "*** Begin Patch\n*** Update File: " + file + "\n@@\n" + String.join("\n", hunk)
                    + "\n*** End Patch\n";
        }
    }

    EditedFile() {
        String text = source("Inventory", "stock");
        text = replaced(text, lines(text, 11, HEADER_LINES + 1), "Inventory {", "Inventory implements Counted {");
        text = replaced(text, methods(text, 17, 2), "* 31", "* 37");
        text = replaced(text, methods(text, 28, 2), "* 31", "* 41");
        text = replaced(text, methods(text, 17, 3), "return limit", "return 1 + limit");
        text = replaced(text, methods(text, 46, 2), "* 31", "* 43");
        whole = text;
    }

    /** The five edits, in the order in which they are made. */
    List<Replacement> replacements() {
        return List.copyOf(replacements);
    }

    /** The content of the file after all edits. */
    String whole() {
        return whole;
    }

    static void write(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("src"));
        Files.writeString(folder.resolve(NAME), source("Inventory", "stock"));
        Files.writeString(folder.resolve(ORDERS), source("Orders", "order"));
        Files.writeString(folder.resolve(SHIPPING), source("Shipping", "parcel"));
    }

    private String replaced(String text, String before, String old, String now) {
        // One more line, so that the numbers of all later lines change, as in real edits.
        String after = before.replace(old, now) + "\n    // Changed by edit " + (replacements.size() + 1) + ".";
        replacements.add(new Replacement(before, after));
        return text.replace(before, after);
    }

    /** Some methods from the comment of the first to the last line of the last but its brace. */
    private static String methods(String text, int first, int count) {
        List<String> all = text.lines().toList();
        int from = all.indexOf(comment("stock", first));
        int to = all.indexOf(comment("stock", first + count - 1)) + METHOD_LINES;
        while (!all.get(to).equals("    }")) {
            to--;
        }
        return String.join("\n", all.subList(from, to));
    }

    private static String lines(String text, int first, int last) {
        return text.lines().skip(first - 1L).limit(last - first + 1L).collect(Collectors.joining("\n"));
    }

    private static String source(String name, String thing) {
        List<String> lines = new ArrayList<>();
        lines.add("/*");
        for (int i = 2; i < HEADER_LINES - 2; i++) {
            lines.add(" * Paragraph " + i + " of the licence, which all files of this folder carry word for word.");
        }
        lines.addAll(List.of(" */", "package shop;", ""));
        lines.add("final class " + name + " {");
        for (int i = 1; i <= METHODS; i++) {
            lines.add(comment(thing, i));
            lines.add("    int " + thing + i + "(int amount) {");
            lines.add("        int limit = amount * 31 + " + i * 7919 % 10_007 + ";");
            lines.add("        check(limit > " + i + ", \"" + thing + " " + i + " is below its limit of \" + limit);");
            lines.add("        return limit % " + i * 104_729 % 99_991 + ";");
            lines.add("    }");
            lines.add("");
        }
        lines.add("}");
        return String.join("\n", lines) + "\n";
    }

    private static String comment(String thing, int number) {
        return "    /** Counts " + thing + " " + number + " and says how much of it is left in store. */";
    }
}
