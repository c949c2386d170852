package dev.throughline.memory.workspace;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One numbered change of a workspace. Its file in the history is a few lines, a word and what belongs to it:
 *
 * <pre>
 *   kind change              or undo N, or redo N: what was done to the operation N
 *   at 2026-04-05T10:15:00Z
 *   by flush                 who asked for it, one line
 *   write MEMORY.md          a page that said before/MEMORY.md and was to say after/MEMORY.md
 *   new topics/a.md          a page that was not there
 *   delete topics/b.md       a page that said before/topics/b.md
 *   append 1200 memory/2026-04-05.md   after/… was put behind its first 1,200 bytes
 * </pre>
 *
 * Paths stand last, since a person's file names may hold spaces.
 *
 * @param of the operation that was undone or redone; 0 for a change
 */
public record Operation(long number, Kind kind, long of, Instant at, String by, List<Step> steps) {
    /** What sort of operation it is. */
    public enum Kind {
        CHANGE,
        UNDO,
        REDO
    }

    public Operation {
        steps = List.copyOf(steps);
        by = by.replaceAll("[\\p{Cntrl}]+", " ").strip();
    }

    /** What happened to one page. */
    public sealed interface Step {
        MemoryPath path();

        /** A page got another text; {@code before} is empty if it was not there. */
        record Write(MemoryPath path, Optional<String> before, String after) implements Step {}

        /** A page went. */
        record Delete(MemoryPath path, String before) implements Step {}

        /** A page went on. */
        record Append(MemoryPath path, int offset, String text) implements Step {}
    }

    /** The pages it was about. */
    public List<MemoryPath> paths() {
        return steps.stream().map(Step::path).toList();
    }

    String written() {
        StringBuilder text = new StringBuilder();
        text.append("kind ").append(kind.name().toLowerCase(Locale.ROOT));
        text.append(of == 0 ? "" : " " + of).append("\nat ").append(at).append("\nby ");
        text.append(by).append('\n');
        for (Step step : steps) {
            text.append(
                    switch (step) {
                        case Step.Write write -> write.before().isPresent() ? "write " : "new ";
                        case Step.Delete _ -> "delete ";
                        case Step.Append append -> "append " + append.offset() + " ";
                    });
            text.append(step.path()).append('\n');
        }
        return text.toString();
    }

    /** Where the texts of an operation are. */
    interface Texts {
        String before(MemoryPath path);

        String after(MemoryPath path);
    }

    static Operation read(long number, String written, Texts texts) {
        Kind kind = Kind.CHANGE;
        long of = 0;
        Instant at = Instant.EPOCH;
        String by = "";
        List<Step> steps = new ArrayList<>();
        for (String line : written.lines().toList()) {
            int space = line.indexOf(' ');
            String rest = line.substring(space + 1);
            switch (space < 0 ? line : line.substring(0, space)) {
                case "kind" -> {
                    String[] words = rest.split(" ", -1);
                    kind = Kind.valueOf(words[0].toUpperCase(Locale.ROOT));
                    of = words.length > 1 ? Long.parseLong(words[1]) : 0;
                }
                case "at" -> at = Instant.parse(rest);
                case "by" -> by = rest;
                default -> steps.add(step(line.substring(0, Math.max(0, space)), rest, texts));
            }
        }
        return new Operation(number, kind, of, at, by, steps);
    }

    private static Step step(String word, String rest, Texts texts) {
        return switch (word) {
            case "write" -> {
                MemoryPath path = new MemoryPath(rest);
                yield new Step.Write(path, Optional.of(texts.before(path)), texts.after(path));
            }
            case "new" -> {
                MemoryPath path = new MemoryPath(rest);
                yield new Step.Write(path, Optional.empty(), texts.after(path));
            }
            case "delete" -> {
                MemoryPath path = new MemoryPath(rest);
                yield new Step.Delete(path, texts.before(path));
            }
            case "append" -> {
                int space = rest.indexOf(' ');
                MemoryPath path = new MemoryPath(rest.substring(space + 1));
                yield new Step.Append(path, Integer.parseInt(rest.substring(0, space)), texts.after(path));
            }
            default -> throw new IllegalArgumentException("expected a step of an operation, found '" + word + "'");
        };
    }
}
