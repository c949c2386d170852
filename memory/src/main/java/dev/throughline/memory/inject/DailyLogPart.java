package dev.throughline.memory.inject;

import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.conversation.ApproximateTokens;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The log of a day, and which of its lines a block shows. Lines that last are told first: what a person wrote, and
 * durable facts. What sessions worked on comes last and takes only what is left. In the block all of them stand in the
 * order in which they were written.
 *
 * <pre>
 *   - We use make.                 cut off
 *   - Worked on: the lexer.        cut off: what stands before a line that was cut off is not shown
 *   - Call Anna.                   cut off     [… 3 earlier lines; memory_get reads them]
 *   - Releases on Thursdays.                   - Releases on Thursdays.
 *   - Worked on: the scanner.      no room
 *   - Worked on: the parser.                   - Worked on: the parser.
 * </pre>
 *
 * <p>The note counts all lines before those that are shown. Lines about work that are left out after it have none: they
 * are of little use. Not safe for use by many threads.
 */
final class DailyLogPart {
    private final MemoryBlock.Part page;
    private final LocalDate day;
    private final List<String> lines;
    private final SortedMap<Integer, String> shown = new TreeMap<>();

    /** What the lines that are shown take. */
    private int taken;

    /** The newest line that was cut off, or of which only the end is shown. */
    private int cutOff = -1;

    DailyLogPart(MemoryBlock.Part page, LocalDate day) {
        this.page = page;
        this.day = day;
        this.lines = page.text().lines().toList();
    }

    void readStruckOut(MemoryBlockBuilder block) {
        block.readStruckOut(page.text());
    }

    /** Tells what lasts, the newest first, in so many tokens at most; the line for which they are too few is cut. */
    void tellLasting(MemoryBlockBuilder block, int most) {
        int room = block.room(most);
        for (int i = lines.size() - 1; i >= 0 && cutOff < 0; i--) {
            String line = lines.get(i);
            Optional<LearntFact> fact = LearntFact.of(page.path(), line);
            boolean isTold = fact.map(one -> !one.isAboutWork() && block.isNews(one) && block.hasRoomFor(one))
                    .orElseGet(() -> isOwn(line, block));
            String text = fact.map(LearntFact::shown).orElse(line);
            if (isTold && MemoryBlockBuilder.cost(text) <= room - taken) {
                fact.ifPresent(block::tell);
                show(i, text, block);
            } else if (isTold) {
                cutOff = i;
                // A log of one long line is shown as far as it goes.
                String end = 2 * (room - taken) > room
                        ? ApproximateTokens.last(text, room - taken).strip()
                        : "";
                if (!end.isEmpty()) {
                    show(i, end, block);
                }
            }
        }
        if (!shown.isEmpty()) {
            block.take(taken);
        }
    }

    /** Whether a person wrote a line, and the block neither says nor replaces it. */
    private boolean isOwn(String line, MemoryBlockBuilder block) {
        return isStatement(line) && !block.says(line) && !block.isReplaced(line, day);
    }

    private static boolean isStatement(String line) {
        return !line.isBlank() && !line.startsWith("# ") && !SupersededLine.isMarked(line);
    }

    private void show(int i, String text, MemoryBlockBuilder block) {
        shown.put(i, text);
        taken += MemoryBlockBuilder.cost(text);
        block.show(text, day);
    }

    /** Tells what sessions worked on, the newest first, as far as the page has not more than these tokens. */
    void tellWork(MemoryBlockBuilder block, int most) {
        for (int i = lines.size() - 1; i > cutOff; i--) {
            Optional<LearntFact> fact = LearntFact.of(page.path(), lines.get(i)).filter(LearntFact::isAboutWork);
            if (fact.isPresent()
                    && MemoryBlockBuilder.cost(fact.get().shown()) <= most - taken
                    && block.isNews(fact.get())
                    && block.tellWork(fact.get(), !shown.isEmpty())) {
                show(i, fact.get().shown(), block);
            }
        }
    }

    /** What is shown of the log; nothing if that is nothing. */
    Optional<MemoryBlock.Part> part() {
        String text = note() + String.join("\n", shown.values());
        return shown.isEmpty() ? Optional.empty() : Optional.of(new MemoryBlock.Part(page.path(), page.date(), text));
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
