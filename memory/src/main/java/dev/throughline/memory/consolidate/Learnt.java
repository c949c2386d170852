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
 * The section of {@code MEMORY.md} that consolidation writes: lines under {@code ## Learnt}, each with its source. Only
 * lines with a source are ever taken away, and only here; everything else in the page belongs to a person or to the
 * index of topics.
 */
final class Learnt {
    static final String HEADING = "## Learnt";

    /** More lines than this would push others out of what a session is shown; those learnt first go. */
    static final int MOST_LINES = 120;

    private final List<String> lines;
    private final SimilarLines known = new SimilarLines();

    Learnt(String page) {
        this.lines = new ArrayList<>(page.lines().toList());
        lines.forEach(known::add);
    }

    /** Lines that were learnt, in their order. */
    List<String> lines() {
        List<String> learnt = new ArrayList<>();
        for (int i = begin() + 1; begin() >= 0 && i < end(); i++) {
            if (LineSource.of(lines.get(i)).isPresent()) {
                learnt.add(lines.get(i));
            }
        }
        return learnt;
    }

    private int begin() {
        return lines.indexOf(HEADING);
    }

    private int end() {
        int at = begin() + 1;
        while (at < lines.size() && !lines.get(at).startsWith("#")) {
            at++;
        }
        return at;
    }

    void remove(List<String> gone) {
        Set<String> learnt = new HashSet<>(lines());
        learnt.retainAll(gone);
        lines.removeIf(learnt::contains);
    }

    /** Adds lines that are not said here yet, and lets the oldest go if there are too many. */
    void add(List<String> fresh) {
        for (String line : fresh) {
            if (!known.contains(line)) {
                known.add(line);
                supersede(line);
                insert(line);
            }
        }
        List<String> all = new ArrayList<>(lines());
        if (all.size() > MOST_LINES) {
            all.sort(Comparator.comparing(
                    line -> LineSource.of(line).orElseThrow().date()));
            remove(all.subList(0, all.size() - MOST_LINES));
        }
    }

    /** Marks older lines that a line replaces; those of a later day stand. */
    private void supersede(String line) {
        Optional<LineSource> by = LineSource.of(line);
        for (int i = 0; i < lines.size() && by.isPresent(); i++) {
            Optional<LineSource> source =
                    SupersededLine.isMarked(lines.get(i)) ? Optional.empty() : LineSource.of(lines.get(i));
            boolean isOlder =
                    source.filter(each -> each.date().isBefore(by.get().date())).isPresent();
            if (isOlder && Supersession.replaces(line, lines.get(i))) {
                lines.set(i, SupersededLine.mark(lines.get(i), by.get()));
            }
        }
    }

    private void insert(String line) {
        if (begin() < 0) {
            int topics = lines.indexOf("## Topics");
            int at = topics < 0 ? lines.size() : topics;
            lines.addAll(at, topics < 0 && !lines.isEmpty() ? List.of("", HEADING) : List.of(HEADING, ""));
            if (topics < 0) {
                lines.add("");
            }
        }
        int at = end();
        while (at > begin() + 1 && lines.get(at - 1).isBlank()) {
            at--;
        }
        lines.add(at, line);
    }

    String text() {
        String text = String.join("\n", lines).stripTrailing();
        return text.isEmpty() ? "" : text + "\n";
    }
}
