package dev.throughline.memory.writer;

import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.memory.limits.MemoryLimits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The notes of a session: a text for each section, and what a person wrote above the first section.
 *
 * <p>{@link #condensed} cuts sections that are too long: the worklog and the errors at the beginning, the others at the
 * end. If the whole page is too long, all sections except title, state and errors are cut further.
 */
record NotesPage(String preamble, Map<NotesSection, String> texts) {
    private static final Set<NotesSection> UNCUT =
            EnumSet.of(NotesSection.TITLE, NotesSection.STATE, NotesSection.ERRORS);
    private static final Pattern HEADER = Pattern.compile("(?mU)^[^\\S\\n]*# ");

    static NotesPage of(String text) {
        StringBuilder preamble = new StringBuilder();
        Map<NotesSection, StringBuilder> found = new EnumMap<>(NotesSection.class);
        StringBuilder target = preamble;
        for (String line : text.lines().toList()) {
            Optional<NotesSection> section = section(line);
            if (section.isPresent()) {
                target = found.computeIfAbsent(section.get(), _ -> new StringBuilder());
            } else if (!isDescription(line)) {
                target.append(line).append('\n');
            }
        }
        Map<NotesSection, String> texts = new EnumMap<>(NotesSection.class);
        found.forEach((section, lines) -> texts.put(section, lines.toString().strip()));
        return new NotesPage(preamble.toString().strip(), texts);
    }

    private static Optional<NotesSection> section(String line) {
        return Stream.of(NotesSection.values())
                .filter(section -> line.strip().equals("# " + section.title()))
                .findFirst();
    }

    private static boolean isDescription(String line) {
        return Stream.of(NotesSection.values())
                .anyMatch(section -> section.header().endsWith("\n" + line.strip() + "\n"));
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
        NotesPage page = new NotesPage(ApproximateTokens.first(preamble, limit), cut(limit, Set.of()));
        while (ApproximateTokens.tokens(page.format()) > limits.allTokens() && limit > 0) {
            limit -= Math.max(1, limits.sectionTokens() / 10);
            page = new NotesPage(page.preamble(), page.cut(limit, UNCUT));
        }
        return page;
    }

    /** The texts with this many tokens at most, except those of some sections. */
    private Map<NotesSection, String> cut(int tokens, Set<NotesSection> uncut) {
        Map<NotesSection, String> cut = new EnumMap<>(NotesSection.class);
        texts.forEach((section, text) -> cut.put(section, uncut.contains(section) ? text : cut(section, text, tokens)));
        return cut;
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
