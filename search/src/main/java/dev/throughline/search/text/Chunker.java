package dev.throughline.search.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a text into chunks for the embedding model and for display.
 *
 * <p>Plain text becomes chunks of at most the given number of tokens. Chunks consist of whole lines, and each begins
 * with the last lines of the one before. A line that is too long for a chunk is cut at spaces, or anywhere if there are
 * none. In curated Markdown each bullet is a fact: there is one chunk for each bullet with the lines indented below it,
 * and one for each heading with its paragraph. The headings above are the chunk's lead.
 *
 * <p>The chunks of a text cover every character of it, so that the text can be restored from them.
 */
public final class Chunker {
    /**
     * The size of chunks.
     *
     * @param tokens the most tokens of one chunk
     * @param overlap tokens at the end of a chunk that the next one repeats, at most half a chunk
     */
    public record ChunkSize(int tokens, int overlap) {
        public static final ChunkSize DEFAULT = new ChunkSize(400, 80);

        private static final Pattern NAME = Pattern.compile("lines-(\\d{1,6})-(\\d{1,6})-c");

        public ChunkSize {
            tokens = Math.max(1, tokens);
            overlap = Math.clamp(overlap, 0, tokens / 2);
        }

        /** Part of the format of an index; the last letter changes when texts are split in another way. */
        public String name() {
            return "lines-" + tokens + "-" + overlap + "-c";
        }

        /** The size with that name; the default for an unknown name. */
        public static ChunkSize named(String name) {
            Matcher matcher = NAME.matcher(name);
            return matcher.matches()
                    ? new ChunkSize(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                    : DEFAULT;
        }
    }

    /**
     * A range of whole lines of a document, or a part of a line that is too long.
     *
     * @param fromLine the first line, counted from one
     * @param start the offset of its first character in the document
     * @param end the offset after its last character, line end included
     * @param lead its context, such as the headings of its section; may be empty
     */
    public record TextChunk(int fromLine, int toLine, int start, int end, String lead) {
        public TextChunk {
            if (fromLine < 1 || toLine < fromLine || start < 0 || end < start) {
                throw new IllegalArgumentException(
                        "expected a range of lines, found " + fromLine + "-" + toLine + " at " + start + "-" + end);
            }
        }

        public String of(String text) {
            return text.substring(start, end);
        }
    }

    private static final Pattern FRONT_MATTER = Pattern.compile(
            "---[ \\t]*\\R(?:(?!---[ \\t]*(?:\\R|\\z))[^\\r\\n]{0,2000}\\R){0,60}?---[ \\t]*(?:\\R|\\z)");

    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}\\.md");
    private static final Pattern HEADING = Pattern.compile("#{1,6}\\s.*", Pattern.DOTALL);
    private static final Pattern BULLET = Pattern.compile("(?:[-*+]|\\d{1,3}[.)])\\s.*", Pattern.DOTALL);

    private final String text;
    private final ChunkSize size;
    private final List<Line> lines;
    private final List<TextChunk> chunks = new ArrayList<>();

    private Chunker(String text, ChunkSize size) {
        this.text = text;
        this.size = size;
        this.lines = lines(text, size.tokens());
    }

    /** A line or a part of one: its number, its range with the line break, and its size. */
    private record Line(int number, int start, int end, int tokens) {}

    /** The chunks of plain text. */
    public static List<TextChunk> plain(String text, ChunkSize size) {
        Chunker cut = new Chunker(text, size);
        cut.pack(0, cut.lines.size(), "");
        return cut.chunks;
    }

    /** The chunks of curated Markdown. */
    public static List<TextChunk> curated(String text, ChunkSize size) {
        Chunker cut = new Chunker(text, size);
        cut.bullets();
        return cut.chunks;
    }

    /** Whether a path names curated Markdown: MEMORY.md, its summary, a daily log, a topic, a skill. */
    public static boolean isCurated(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.equals("MEMORY.md")
                || (path.startsWith("memory/") && DAY.matcher(name).matches())
                || name.equals("memory_summary.md")
                || name.equals("SKILL.md")
                || ((path.startsWith("topics/") || path.contains("/topics/")) && name.endsWith(".md"));
    }

    /** Where the front matter of a Markdown page ends, its last line included; 0 if it has none. */
    public static int frontMatterEnd(String text) {
        Matcher matter = FRONT_MATTER.matcher(text);
        return matter.lookingAt() ? matter.end() : 0;
    }

    /** Whether a chunk is only a heading. */
    public static boolean isBareHeading(String text) {
        String line = text.strip();
        return line.indexOf('\n') < 0 && HEADING.matcher(line).matches();
    }

    private void bullets() {
        List<String> headings = new ArrayList<>();
        int start = 0;
        String lead = "";
        boolean isFenced = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = text.substring(lines.get(i).start, lines.get(i).end);
            boolean isFence = line.stripLeading().startsWith("```");
            boolean isHeading = !isFenced && !isFence && HEADING.matcher(line).matches();
            boolean isBullet = !isFenced && !isFence && BULLET.matcher(line).matches();
            if (isHeading || isBullet) {
                pack(start, i, lead);
                start = i;
            }
            if (isHeading) {
                int level = line.indexOf(line.replaceFirst("^#+", ""));
                while (headings.size() >= level) {
                    headings.removeLast();
                }
                lead = String.join(" / ", headings);
                headings.add(line.substring(level).strip());
            } else if (isBullet) {
                lead = String.join(" / ", headings);
            }
            isFenced ^= isFence;
        }
        pack(start, lines.size(), lead);
    }

    /** Adds lines to a chunk until it is full; the next chunk repeats the last of them. */
    private void pack(int from, int to, String lead) {
        int start = from;
        while (start < to) {
            int tokens = 0;
            int end = start;
            while (end < to && (end == start || tokens + lines.get(end).tokens <= size.tokens())) {
                tokens += lines.get(end++).tokens;
            }
            chunks.add(new TextChunk(
                    lines.get(start).number,
                    lines.get(end - 1).number,
                    lines.get(start).start,
                    lines.get(end - 1).end,
                    lead));
            if (end == to) {
                return;
            }
            start = withOverlap(start, end);
        }
    }

    /** The line at which the chunk after {@code end} starts: as many lines back as fit in the overlap, never all. */
    private int withOverlap(int start, int end) {
        int next = end;
        int tokens = 0;
        while (next - 1 > start && tokens + lines.get(next - 1).tokens <= size.overlap()) {
            tokens += lines.get(--next).tokens;
        }
        return tokens + lines.get(end).tokens > size.tokens() ? end : next;
    }

    private static List<Line> lines(String text, int most) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end + 1;
            number++;
            for (int at = start; at < end; ) {
                int stop = ChunkTokens.fit(text, at, end, most);
                lines.add(new Line(number, at, stop, ChunkTokens.estimate(text, at, stop)));
                at = stop;
            }
            start = end;
        }
        return lines;
    }
}
