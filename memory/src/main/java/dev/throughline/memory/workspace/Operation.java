package dev.throughline.memory.workspace;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One numbered change of a workspace. Its file in the history:
 *
 * <pre>
 *   kind change              or undo N, or redo N: the operation N was undone or redone
 *   at 2026-04-05T10:15:00Z
 *   by flush                 who asked for it, one line
 *   write MEMORY.md          the page before/MEMORY.md was replaced by after/MEMORY.md
 *   new topics/a.md          the page after/topics/a.md was created
 *   delete topics/b.md       the page before/topics/b.md was deleted
 *   append 1200 memory/2026-04-05.md   after/… was added after its first 1,200 bytes
 * </pre>
 *
 * Paths come last, because file names may contain spaces.
 *
 * @param of the operation that was undone or redone; 0 for a change
 */
public record Operation(long number, OperationKind kind, long of, Instant at, String by, List<PageStep> steps) {
    public enum OperationKind {
        CHANGE,
        UNDO,
        REDO;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Operation {
        steps = List.copyOf(steps);
        by = by.replaceAll("[\\p{Cntrl}]+", " ").strip();
    }

    public List<MemoryPath> paths() {
        return steps.stream().map(PageStep::path).toList();
    }

    String format() {
        StringBuilder text = new StringBuilder();
        text.append("kind ").append(kind.word());
        text.append(of == 0 ? "" : " " + of).append("\nat ").append(at).append("\nby ");
        text.append(by).append('\n');
        for (PageStep step : steps) {
            text.append(
                    switch (step) {
                        case PageStep.WriteStep write -> write.before().isPresent() ? "write " : "new ";
                        case PageStep.DeleteStep _ -> "delete ";
                        case PageStep.AppendStep append -> "append " + append.offset() + " ";
                    });
            text.append(step.path()).append('\n');
        }
        return text.toString();
    }

    /** Reads a text of an operation; the side is {@code before} or {@code after}. */
    interface Texts {
        String read(String side, MemoryPath path);
    }

    static Operation read(long number, String written, Texts texts) {
        OperationKind kind = OperationKind.CHANGE;
        long of = 0;
        Instant at = Instant.EPOCH;
        String by = "";
        List<PageStep> steps = new ArrayList<>();
        for (String line : written.lines().toList()) {
            int space = line.indexOf(' ');
            String rest = line.substring(space + 1);
            switch (space < 0 ? line : line.substring(0, space)) {
                case "kind" -> {
                    String[] words = rest.split(" ", -1);
                    kind = OperationKind.valueOf(words[0].toUpperCase(Locale.ROOT));
                    of = words.length > 1 ? Long.parseLong(words[1]) : 0;
                }
                case "at" -> at = Instant.parse(rest);
                case "by" -> by = rest;
                default -> steps.add(step(line.substring(0, Math.max(0, space)), rest, texts));
            }
        }
        return new Operation(number, kind, of, at, by, steps);
    }

    private static PageStep step(String word, String rest, Texts texts) {
        if (!List.of("write", "new", "delete", "append").contains(word)) {
            throw new IllegalArgumentException("expected a step of an operation, found '" + word + "'");
        }
        int space = word.equals("append") ? rest.indexOf(' ') : -1;
        MemoryPath path = new MemoryPath(rest.substring(space + 1));
        return switch (word) {
            case "write" ->
                new PageStep.WriteStep(path, Optional.of(texts.read("before", path)), texts.read("after", path));
            case "new" -> new PageStep.WriteStep(path, Optional.empty(), texts.read("after", path));
            case "delete" -> new PageStep.DeleteStep(path, texts.read("before", path));
            default ->
                new PageStep.AppendStep(path, Integer.parseInt(rest.substring(0, space)), texts.read("after", path));
        };
    }
}
