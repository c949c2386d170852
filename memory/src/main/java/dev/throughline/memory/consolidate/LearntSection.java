package dev.throughline.memory.consolidate;

import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.SimilarLines;
import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.admission.Supersession;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The section {@code ## Learnt} of {@code MEMORY.md}, which consolidation writes: lines with their sources. Only lines
 * with a source in this section are removed. Everything else on the page belongs to a person or to the topic index.
 */
final class LearntSection {
    static final String HEADING = "## Learnt";

    /** With more lines, the oldest are removed, so that a session still sees the rest of the page. */
    static final int MAX_LINES = 120;

    private final List<String> page;
    private final SimilarLines known = new SimilarLines();

    LearntSection(String page) {
        this.page = new ArrayList<>(page.lines().toList());
        this.page.forEach(known::add);
    }

    /** The lines of the section that have a source. */
    List<String> lines() {
        return begin() < 0
                ? List.of()
                : page.subList(begin() + 1, end()).stream()
                        .filter(line -> LineSource.of(line).isPresent())
                        .toList();
    }

    private int begin() {
        return page.indexOf(HEADING);
    }

    private int end() {
        int at = begin() + 1;
        while (at < page.size() && !page.get(at).startsWith("#")) {
            at++;
        }
        return at;
    }

    void remove(List<String> removed) {
        Set<String> learnt = new HashSet<>(lines());
        learnt.retainAll(removed);
        page.removeIf(learnt::contains);
    }

    /** Adds the lines that the page does not contain yet, and removes the oldest if there are too many. */
    void add(List<String> added) {
        for (String line : added) {
            if (!known.contains(line)) {
                known.add(line);
                supersede(line);
                insert(line);
            }
        }
        List<String> all = new ArrayList<>(lines());
        if (all.size() > MAX_LINES) {
            all.sort(Comparator.comparing(
                    line -> LineSource.of(line).orElseThrow().date()));
            remove(all.subList(0, all.size() - MAX_LINES));
        }
    }

    /** Marks the lines of earlier days that a line replaces. */
    private void supersede(String line) {
        Optional<LineSource> by = LineSource.of(line);
        for (int i = 0; i < page.size() && by.isPresent(); i++) {
            String older = page.get(i);
            boolean isOlder = !SupersededLine.isMarked(older)
                    && LineSource.of(older)
                            .filter(source -> source.date().isBefore(by.get().date()))
                            .isPresent();
            if (isOlder && Supersession.replaces(line, older)) {
                page.set(i, SupersededLine.mark(older, by.get()));
            }
        }
    }

    private void insert(String line) {
        if (begin() < 0) {
            int topics = page.indexOf("## Topics");
            int at = topics < 0 ? page.size() : topics;
            page.addAll(at, topics < 0 && !page.isEmpty() ? List.of("", HEADING) : List.of(HEADING, ""));
            if (topics < 0) {
                page.add("");
            }
        }
        int at = end();
        while (at > begin() + 1 && page.get(at - 1).isBlank()) {
            at--;
        }
        page.add(at, line);
    }

    /** The whole page. */
    String text() {
        String text = String.join("\n", page).stripTrailing();
        return text.isEmpty() ? "" : text + "\n";
    }
}
