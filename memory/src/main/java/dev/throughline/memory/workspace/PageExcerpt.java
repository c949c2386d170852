package dev.throughline.memory.workspace;

import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.TextCut;
import java.util.List;
import java.util.Optional;

/**
 * Some lines of a page for an agent, and a hint how to read the rest.
 *
 * @param from the number of its first line, counted from 1
 * @param lines how many lines it has
 * @param total how many lines the page has
 * @param hint how to read the rest; empty at the end of the page
 */
public record PageExcerpt(MemoryPath path, int from, int lines, int total, String text, String hint) {
    /** The requested lines, counted from 1. */
    public record Wanted(int from, int lines) {}

    /** This excerpt without secrets. */
    public PageExcerpt masked() {
        return new PageExcerpt(path, from, lines, total, Redaction.of(text).text(), hint);
    }

    static PageExcerpt of(Optional<Page> page, MemoryPath path, Wanted wanted, MemoryLimits.ExcerptLimits limits) {
        if (wanted.from() < 1 || wanted.lines() < 1) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "memory_lines",
                    "expected from and lines of 1 or more, found " + wanted.from() + " and " + wanted.lines());
        }
        if (page.isEmpty()) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "memory_no_page",
                    "expected a page at " + path + ", found none; memory_search says which there are");
        }
        return cut(
                path, page.get().lines(), new Wanted(wanted.from(), Math.min(wanted.lines(), limits.lines())), limits);
    }

    private static PageExcerpt cut(
            MemoryPath path, List<String> lines, Wanted wanted, MemoryLimits.ExcerptLimits limits) {
        int from = wanted.from();
        StringBuilder text = new StringBuilder();
        int next = from - 1;
        String cut = "";
        while (next < lines.size() && next < from - 1 + wanted.lines() && cut.isEmpty()) {
            String line = lines.get(next);
            if (text.length() + line.length() + 1 > limits.characters()) {
                if (next > from - 1) {
                    break;
                }
                cut = "line " + from + " has " + line.length() + " characters and is cut";
                line = line.substring(0, TextCut.before(line, limits.characters() - 1));
            }
            text.append(line).append('\n');
            next++;
        }
        String more = next < lines.size() ? "lines " + (next + 1) + " to " + lines.size() + ": from=" + (next + 1) : "";
        String hint = cut.isEmpty() || more.isEmpty() ? cut + more : cut + "; " + more;
        return new PageExcerpt(path, from, Math.max(0, next - (from - 1)), lines.size(), text.toString(), hint);
    }
}
