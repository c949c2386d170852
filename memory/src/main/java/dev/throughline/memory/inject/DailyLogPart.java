package dev.throughline.memory.inject;

import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.conversation.ApproximateTokens;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Selects the lines of a daily log for the block of a new session. Lasting lines have priority: lines by
 * a person, and durable facts. Lines about what sessions worked on get the remaining tokens. The order of the log is
 * unchanged.
 *
 * <pre>
 *   - We use make.                 cut off
 *   - Worked on: the lexer.        cut off: lines before one that was cut off are not shown
 *   - Call Anna.                   cut off     [… 3 earlier lines; memory_get reads them]
 *   - Releases on Thursdays.                   - Releases on Thursdays.
 *   - Worked on: the scanner.      no room
 *   - Worked on: the parser.                   - Worked on: the parser.
 * </pre>
 *
 * <p>The note counts all lines before the first shown one. Lines about work that are left out later are not counted, as
 * they are of little use. Not safe for use by many threads.
 */
final class DailyLogPart {
    private final MemoryBlock.BlockPart page;
    private final LocalDate day;
    private final MemoryBlockBuilder block;
    private final List<String> lines;
    private final SortedMap<Integer, String> shown = new TreeMap<>();

    /** The tokens of the shown lines. */
    private int shownTokens;

    /** The number of the newest line that is not shown, or of which only the end is shown. */
    private int cutOff = -1;

    DailyLogPart(MemoryBlock.BlockPart page, LocalDate day, MemoryBlockBuilder block) {
        this.page = page;
        this.day = day;
        this.block = block;
        this.lines = page.text().lines().toList();
        block.readSuperseded(page.text()); // Before any line is added: it may be superseded further down the page.
    }

    /** Adds lasting lines, newest first, with this many tokens at most; the line that exceeds them is cut. */
    void addLasting(int most) {
        int room = block.room(most);
        for (int i = lines.size() - 1; i >= 0 && cutOff < 0; i--) {
            String line = lines.get(i);
            Optional<LearntFact> fact = LearntFact.of(page.path(), line);
            boolean isWanted = fact.map(one -> !one.isAboutWork() && block.isNew(one) && block.hasRoomFor(one))
                    .orElseGet(() -> isNewStatement(line));
            String text = fact.map(LearntFact::shown).orElse(line);
            if (isWanted && MemoryBlockBuilder.cost(text) <= room - shownTokens) {
                fact.ifPresent(block::addKnown);
                show(i, text);
            } else if (isWanted) {
                cutOff = i;
                // Of a log that is one long line, the end is shown.
                String end = 2 * (room - shownTokens) > room
                        ? ApproximateTokens.last(text, room - shownTokens).strip()
                        : "";
                if (!end.isEmpty()) {
                    show(i, end);
                }
            }
        }
        if (!shown.isEmpty()) {
            block.reserve(shownTokens);
        }
    }

    /** Whether a line is a statement that the block neither contains nor supersedes. */
    private boolean isNewStatement(String line) {
        return isStatement(line) && !block.contains(line) && !block.isSuperseded(line, day);
    }

    private static boolean isStatement(String line) {
        return !line.isBlank() && !line.startsWith("# ") && !SupersededLine.isMarked(line);
    }

    private void show(int i, String text) {
        shown.put(i, text);
        shownTokens += MemoryBlockBuilder.cost(text);
        block.addShown(text, day);
    }

    /** Adds what sessions worked on, newest first, as long as the page has this many tokens at most. */
    void addWork(int most) {
        for (int i = lines.size() - 1; i > cutOff; i--) {
            Optional<LearntFact> fact = LearntFact.of(page.path(), lines.get(i)).filter(LearntFact::isAboutWork);
            if (fact.isPresent()
                    && MemoryBlockBuilder.cost(fact.get().shown()) <= most - shownTokens
                    && block.isNew(fact.get())
                    && block.addWork(fact.get(), !shown.isEmpty())) {
                show(i, fact.get().shown());
            }
        }
    }

    /** The selected lines; empty if there are none. */
    Optional<MemoryBlock.BlockPart> part() {
        String text = note() + String.join("\n", shown.values());
        return shown.isEmpty() ? Optional.empty() : Optional.of(page.with(text));
    }

    private String note() {
        long earlier = lines.subList(0, cutOff + 1).stream()
                .filter(DailyLogPart::isStatement)
                .count();
        return switch ((int) earlier) {
            case 0 -> "";
            case 1 -> "[… 1 earlier line; memory_get reads it]\n";
            default -> "[… " + earlier + " earlier lines; memory_get reads them]\n";
        };
    }
}
