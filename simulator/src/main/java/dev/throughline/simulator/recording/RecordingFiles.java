package dev.throughline.simulator.recording;

import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.simulator.json.JsonNodes;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Opens files of recorded sessions, plain or gzipped, and recognises their format by their content. */
public final class RecordingFiles {
    /** As many first lines are looked at to tell what a file is. */
    private static final int LOOKED_AT = 20;

    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    private RecordingFiles() {}

    /**
     * The sessions of a file, at most {@code limit} of them unless that is 0; none if it holds something else. Each is
     * read from the disk when it is asked for, so that a large file is never in memory as a whole. A last line that is
     * not whole is left out: its session is still being written.
     *
     * @throws ProxyException with a sentence for the user at a line that cannot be read; the sessions throw it too
     */
    public static List<Supplier<Trajectory>> of(Path file, int limit) throws IOException {
        List<Line> lines = lines(file);
        Optional<JsonNode> known = lines.stream()
                .limit(LOOKED_AT)
                .map(Line::object)
                .filter(line -> TrajectoryLine.isOne(line) || CodexRollout.isOne(line) || ClaudeTranscript.isOne(line))
                .findFirst();
        if (known.isEmpty()) {
            return List.of();
        }
        JsonNode first = known.get();
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.jsonl(\\.gz)?$", "");
        if (TrajectoryLine.isOne(first)) {
            return lines.stream()
                    .limit(limit == 0 ? Long.MAX_VALUE : limit)
                    .<Supplier<Trajectory>>map(line -> () -> TrajectoryLine.read(line.object()))
                    .toList();
        }
        return CodexRollout.isOne(first)
                ? List.of(() -> CodexRollout.read(objects(lines), name))
                : List.of(() -> ClaudeTranscript.read(objects(lines), name));
    }

    /**
     * A line of a file that is not blank.
     *
     * @param plain where the content of the file is, without compression
     * @param number the first has number 1
     */
    private record Line(Path file, Path plain, int number, long start, long end) {
        JsonNode object() {
            try {
                JsonNode value = JsonNodes.read(text());
                if (value.isObject()) {
                    return value;
                }
            } catch (JacksonException e) {
                throw unreadable(place() + "expected JSON: " + e.getOriginalMessage());
            }
            throw unreadable(place() + "expected a JSON object, found another value");
        }

        boolean isJson() {
            try {
                return !JsonNodes.read(text()).isMissingNode();
            } catch (JacksonException e) {
                return false;
            }
        }

        private Bytes text() {
            ByteBuffer text = ByteBuffer.allocate(Math.toIntExact(end - start));
            try (FileChannel channel = FileChannel.open(plain)) {
                int read = 0;
                while (text.hasRemaining() && read >= 0) {
                    read = channel.read(text, start + text.position());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Bytes.of(text.array());
        }

        private String place() {
            return file + ", line " + number + ": ";
        }
    }

    private static ProxyException unreadable(String sentence) {
        return new ProxyException(ProxyException.Kind.CALLER, "unreadable_recording", sentence);
    }

    private static List<Line> lines(Path file) throws IOException {
        Path plain = plain(file);
        List<Line> lines = new ArrayList<>();
        try (InputStream content = new BufferedInputStream(Files.newInputStream(plain), 1 << 16)) {
            long start = 0;
            long at = 0;
            int number = 1;
            boolean isBlank = true;
            for (int next = content.read(); ; next = content.read()) {
                if (next == '\n' || next < 0) {
                    Line line = new Line(file, plain, number, start, at);
                    boolean isBroken = next < 0 && number > 1 && !isBlank && !line.isJson();
                    if (!isBlank && !isBroken) {
                        lines.add(line);
                    }
                    start = at + 1;
                    number++;
                    isBlank = true;
                }
                if (next < 0) {
                    return lines;
                }
                isBlank &= next <= ' ';
                at++;
            }
        }
    }

    /** The file itself, or a temporary file with its content if it is compressed. */
    private static Path plain(Path file) throws IOException {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file))) {
            raw.mark(2);
            boolean isGzip = raw.read() == GZIP_FIRST && raw.read() == GZIP_SECOND;
            raw.reset();
            if (!isGzip) {
                return file;
            }
            Path plain = Files.createTempFile("throughline-recording", ".jsonl");
            plain.toFile().deleteOnExit();
            try (InputStream content = new GZIPInputStream(raw, 1 << 16)) {
                Files.copy(content, plain, StandardCopyOption.REPLACE_EXISTING);
            }
            return plain;
        }
    }

    private static List<JsonNode> objects(List<Line> lines) {
        return lines.stream().map(Line::object).toList();
    }
}
