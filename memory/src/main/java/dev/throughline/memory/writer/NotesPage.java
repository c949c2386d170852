package dev.throughline.memory.writer;

import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.memory.limits.MemoryLimits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The notes of a session: a text for each section, and what a person wrote above the first section.
 *
 * <p>{@link #condensed} cuts sections that are too long: the worklog and the errors at the beginning, the others at the
 * end. If the whole page is too long, all sections except title, state and errors are cut further.
 */
record NotesPage(String preamble, Map<NotesSection, String> texts) {
    private static final Pattern HEADER = Pattern.compile("(?mU)^[^\\S\\n]*# ");

    static NotesPage of(String text) {
        StringBuilder preamble = new StringBuilder();
        Map<NotesSection, StringBuilder> found = new EnumMap<>(NotesSection.class);
        StringBuilder target = preamble;
        for (String line : text.lines().toList()) {
            NotesSection section = section(line);
            if (section != null) {
                target = found.computeIfAbsent(section, _ -> new StringBuilder());
            } else if (!isDescription(line)) {
                target.append(line).append('\n');
            }
        }
        Map<NotesSection, String> texts = new EnumMap<>(NotesSection.class);
        found.forEach((section, lines) -> texts.put(section, lines.toString().strip()));
        return new NotesPage(preamble.toString().strip(), texts);
    }

    private static @Nullable NotesSection section(String line) {
        for (NotesSection section : NotesSection.values()) {
            if (line.strip().equals("# " + section.title())) {
                return section;
            }
        }
        return null;
    }

    private static boolean isDescription(String line) {
        for (NotesSection section : NotesSection.values()) {
            if (section.header().endsWith("\n" + line.strip() + "\n")) {
                return true;
            }
        }
        return false;
    }

    String text(NotesSection section) {
        return texts.getOrDefault(section, "");
    }

    NotesPage with(NotesSection section, String text) {
        Map<NotesSection, String> changed = new EnumMap<>(NotesSection.class);
        changed.putAll(texts);
        // A line that looks like a header would be read as one. Invisible characters are removed first, because they
        // could hide a header.
        changed.put(
                section, HEADER.matcher(Admission.text(text)).replaceAll("## ").strip());
        return new NotesPage(preamble, changed);
    }

    /** Adds list items that the section does not contain yet. */
    NotesPage withAdded(NotesSection section, List<String> items) {
        List<String> lines = new ArrayList<>(text(section).lines().toList());
        for (String item : items) {
            if (!lines.contains("- " + item)) {
                lines.add("- " + item);
            }
        }
        return with(section, String.join("\n", lines));
    }

    /** The sections that are not empty, without their descriptions. */
    String shown() {
        StringBuilder shown = new StringBuilder(preamble.isEmpty() ? "" : preamble + "\n");
        for (NotesSection section : NotesSection.values()) {
            if (!text(section).isBlank()) {
                shown.append("# " + section.title() + "\n" + text(section) + "\n");
            }
        }
        return shown.toString().strip();
    }

    /** The page within the limits. */
    NotesPage condensed(MemoryLimits.NotesLimits limits) {
        int limit = limits.sectionTokens();
        Map<NotesSection, String> within = new EnumMap<>(NotesSection.class);
        for (NotesSection section : NotesSection.values()) {
            within.put(section, cut(section, text(section), limit));
        }
        NotesPage page = new NotesPage(ApproximateTokens.first(preamble, limit), within);
        while (ApproximateTokens.tokens(page.format()) > limits.allTokens() && limit > 0) {
            limit -= Math.max(1, limits.sectionTokens() / 10);
            Map<NotesSection, String> shorter = new EnumMap<>(NotesSection.class);
            for (NotesSection section : NotesSection.values()) {
                boolean isUncut = section == NotesSection.STATE
                        || section == NotesSection.ERRORS
                        || section == NotesSection.TITLE;
                shorter.put(section, isUncut ? page.text(section) : cut(section, page.text(section), limit));
            }
            page = new NotesPage(page.preamble(), shorter);
        }
        return page;
    }

    private static String cut(NotesSection section, String text, int tokens) {
        if (ApproximateTokens.tokens(text) <= tokens) {
            return text;
        }
        boolean isNewestLast = section == NotesSection.WORKLOG || section == NotesSection.ERRORS;
        return (isNewestLast ? ApproximateTokens.last(text, tokens) : ApproximateTokens.first(text, tokens)).strip();
    }

    String format() {
        StringBuilder page = new StringBuilder(preamble.isEmpty() ? "" : preamble + "\n\n");
        for (NotesSection section : NotesSection.values()) {
            page.append(section.header());
            page.append(text(section).isEmpty() ? "" : text(section) + "\n").append('\n');
        }
        return page.toString();
    }
}
