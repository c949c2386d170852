package dev.throughline.memory.note;

import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.conversation.ApproximateTokens;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The notes of a session: a text for each section, and what a person wrote above the first of them.
 *
 * <p>A section and all together have at most so many tokens as a measure says. What is over is cut:
 * of the worklog and the errors the older lines go, of others the later ones; and when all together are over, the state
 * and the errors give nothing until the others have.
 */
record Sheet(String preamble, Map<Section, String> texts) {
    private static final Pattern HEADER = Pattern.compile("(?mU)^[^\\S\\n]*# ");

    static Sheet of(String text) {
        StringBuilder preamble = new StringBuilder();
        Map<Section, StringBuilder> found = new EnumMap<>(Section.class);
        StringBuilder into = preamble;
        for (String line : text.lines().toList()) {
            Section section = section(line);
            if (section != null) {
                into = found.computeIfAbsent(section, _ -> new StringBuilder());
            } else if (!isDescription(line)) {
                into.append(line).append('\n');
            }
        }
        Map<Section, String> texts = new EnumMap<>(Section.class);
        found.forEach((section, words) -> texts.put(section, words.toString().strip()));
        return new Sheet(preamble.toString().strip(), texts);
    }

    private static @Nullable Section section(String line) {
        for (Section section : Section.values()) {
            if (line.strip().equals("# " + section.title())) {
                return section;
            }
        }
        return null;
    }

    private static boolean isDescription(String line) {
        for (Section section : Section.values()) {
            if (section.header().endsWith("\n" + line.strip() + "\n")) {
                return true;
            }
        }
        return false;
    }

    String text(Section section) {
        return texts.getOrDefault(section, "");
    }

    Sheet with(Section section, String text) {
        Map<Section, String> changed = new EnumMap<>(Section.class);
        changed.putAll(texts);
        // A line that looks like one of our headers would be taken for one when the sheet is read again; what is
        // not seen goes before, or it could hide one.
        changed.put(
                section, HEADER.matcher(Admission.text(text)).replaceAll("## ").strip());
        return new Sheet(preamble, changed);
    }

    /** What there is to tell: sections that say something, without the lines that say what belongs there. */
    String told() {
        StringBuilder told = new StringBuilder(preamble.isEmpty() ? "" : preamble + "\n");
        for (Section section : Section.values()) {
            if (!text(section).isBlank()) {
                told.append("# ")
                        .append(section.title())
                        .append('\n')
                        .append(text(section))
                        .append('\n');
            }
        }
        return told.toString().strip();
    }

    /** The same within its limits. */
    Sheet condensed(SessionNotes.Limits limits) {
        int limit = limits.sectionTokens();
        Map<Section, String> within = new EnumMap<>(Section.class);
        for (Section section : Section.values()) {
            within.put(section, cut(section, text(section), limit));
        }
        Sheet sheet = new Sheet(ApproximateTokens.first(preamble, limit), within);
        while (ApproximateTokens.tokens(sheet.written()) > limits.allTokens() && limit > 0) {
            limit -= Math.max(1, limits.sectionTokens() / 10);
            Map<Section, String> shorter = new EnumMap<>(Section.class);
            for (Section section : Section.values()) {
                boolean isKept = section == Section.STATE || section == Section.ERRORS || section == Section.TITLE;
                shorter.put(section, isKept ? sheet.text(section) : cut(section, sheet.text(section), limit));
            }
            sheet = new Sheet(sheet.preamble(), shorter);
        }
        return sheet;
    }

    private static String cut(Section section, String text, int tokens) {
        if (ApproximateTokens.tokens(text) <= tokens) {
            return text;
        }
        boolean isNewestLast = section == Section.WORKLOG || section == Section.ERRORS;
        return (isNewestLast ? ApproximateTokens.last(text, tokens) : ApproximateTokens.first(text, tokens)).strip();
    }

    String written() {
        StringBuilder page = new StringBuilder(preamble.isEmpty() ? "" : preamble + "\n\n");
        for (Section section : Section.values()) {
            page.append(section.header());
            page.append(text(section).isEmpty() ? "" : text(section) + "\n").append('\n');
        }
        return page.toString();
    }
}
