package dev.throughline.memory.read;

import dev.throughline.memory.admission.Inert;
import dev.throughline.memory.admission.Source;
import dev.throughline.memory.workspace.MemoryPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One line that was learnt from a session.
 *
 * @param page where it stands
 * @param line its place in that page
 * @param text without list mark and source
 */
record Fact(MemoryPath page, int line, String text, Source source) {
    /** The newest first. */
    static final Comparator<Fact> NEWEST_FIRST = Comparator.comparing(
                    (Fact fact) -> fact.source().date())
            .reversed()
            .thenComparing(Fact::page)
            .thenComparing(Comparator.comparingInt(Fact::line).reversed());

    /** A line is to know of; who wants the whole reads the page. */
    private static final int MOST_CHARACTERS = 240;

    private static final Pattern LIST_MARK = Pattern.compile("^\\s*[-*] ");

    /** What rules put before the words of a person; those words are the same without. */
    private static final Pattern LABEL = Pattern.compile("^User(?: corrected)?: ");

    /** The fact in a line, if it is one that was learnt; a line that somebody wrote or asked for is not. */
    static Optional<Fact> of(MemoryPath page, int line, String written) {
        return Source.of(written).filter(Source::isSession).map(source -> {
            String text = LIST_MARK.matcher(Source.without(written)).replaceFirst("");
            return new Fact(page, line, LABEL.matcher(text).replaceFirst(""), source);
        });
    }

    /** All facts of a page, in its order. */
    static List<Fact> all(MemoryPath page, String text) {
        List<Fact> facts = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            of(page, i, lines.get(i)).ifPresent(facts::add);
        }
        return facts;
    }

    /** As a model is shown it. */
    String shown() {
        return "- " + Inert.cut(text, MOST_CHARACTERS) + " " + source.brief();
    }
}
