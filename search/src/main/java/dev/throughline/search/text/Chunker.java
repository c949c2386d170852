package dev.throughline.search.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a text into chunks that a model can read and a person can be shown.
 *
 * <p>Plain text becomes chunks of about as many tokens as a measure says, each of which begins with some of the one
 * before, always whole lines. A line too long for one chunk is cut at spaces, or anywhere if there
 * are none. Curated Markdown, where each bullet is a fact, becomes one chunk for each bullet with what is indented
 * below it, each heading with its paragraph; the headings above are the chunk's lead.
 *
 * <p>The chunks of a text in their order cover every character of it: the text can be put together again.
 */
public final class Chunker {
    /**
     * How long chunks are.
     *
     * @param tokens of one chunk, at most
     * @param overlap tokens at its end with which the next one begins, half a chunk at most
     */
    public record ChunkSize(int tokens, int overlap) {
        public static final ChunkSize DEFAULT = new ChunkSize(400, 80);

        private static final Pattern NAME = Pattern.compile("lines-(\\d{1,6})-(\\d{1,6})-c");

        public ChunkSize {
            tokens = Math.max(1, tokens);
            overlap = Math.clamp(overlap, 0, tokens / 2);
        }

        /** Differs whenever the same text is cut in another way, so that indexes know that they are old. */
        public String name() {
            return "lines-" + tokens + "-" + overlap + "-c";
        }

        /** The one of that name; the usual one for a name that says nothing today. */
        public static ChunkSize named(String name) {
            Matcher matcher = NAME.matcher(name);
            return matcher.matches()
                    ? new ChunkSize(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                    : DEFAULT;
        }
    }

    private static final Pattern FRONT_MATTER = Pattern.compile(
            "---[ \\t]*\\R(?:(?!---[ \\t]*(?:\\R|\\z))[^\\r\\n]{0,2000}\\R){0,60}?---[ \\t]*(?:\\R|\\z)");

    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}\\.md");
    private static final Pattern HEADING = Pattern.compile("#{1,6}\\s.*", Pattern.DOTALL);
    private static final Pattern BULLET = Pattern.compile("(?:[-*+]|\\d{1,3}[.)])\\s.*", Pattern.DOTALL);

    private final String text;
    private final ChunkSize measure;
    private final List<Line> lines;
    private final List<TextChunk> chunks = new ArrayList<>();

    private Chunker(String text, ChunkSize measure) {
        this.text = text;
        this.measure = measure;
        this.lines = lines(text, measure.tokens());
    }

    /** A line or a part of one: its number, its stretch with its end, and its size. */
    private record Line(int number, int start, int end, int tokens) {}

    /** The chunks of plain text. */
    public static List<TextChunk> plain(String text, ChunkSize measure) {
        Chunker cut = new Chunker(text, measure);
        cut.pack(0, cut.lines.size(), "");
        return cut.chunks;
    }

    /** The chunks of curated Markdown. */
    public static List<TextChunk> curated(String text, ChunkSize measure) {
        Chunker cut = new Chunker(text, measure);
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

    /** Whether a chunk says nothing but a heading. */
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

    /** Puts lines together until a chunk is full; the next one starts a little before its end. */
    private void pack(int from, int to, String lead) {
        int start = from;
        while (start < to) {
            int tokens = 0;
            int end = start;
            while (end < to && (end == start || tokens + lines.get(end).tokens <= measure.tokens())) {
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

    /** The line at which the chunk after {@code end} starts: as many lines back as the overlap holds, never all. */
    private int withOverlap(int start, int end) {
        int next = end;
        int tokens = 0;
        while (next - 1 > start && tokens + lines.get(next - 1).tokens <= measure.overlap()) {
            tokens += lines.get(--next).tokens;
        }
        return tokens + lines.get(end).tokens > measure.tokens() ? end : next;
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
