package dev.throughline.replay.recording;

import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Span;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/** Opens files of recorded sessions, plain or gzipped, and tells their form by their content. */
public final class Recordings {
    /** As many first lines are looked at to tell what a file is. */
    private static final int LOOKED_AT = 20;

    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    private Recordings() {}

    /**
     * The sessions of a file, at most {@code limit} of them unless that is 0; none if it holds something else. Each is
     * read when it is asked for, so that several can be read side by side. A last line that is not whole is left out:
     * its session is still being written.
     *
     * @throws ProxyException with a sentence for the user at a line that cannot be read; the sessions throw it too
     */
    public static List<Supplier<Trajectory>> of(Path file, int limit) throws IOException {
        List<Line> lines = lines(file);
        Optional<Json.Obj> known = lines.stream()
                .limit(LOOKED_AT)
                .map(Line::object)
                .filter(line -> TrajectoryLine.isOne(line) || CodexRollout.isOne(line) || ClaudeTranscript.isOne(line))
                .findFirst();
        if (known.isEmpty()) {
            return List.of();
        }
        Json.Obj first = known.get();
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

    /** A line of a file that is not blank; the first has number 1. */
    private record Line(Path file, int number, Bytes text) {
        Json.Obj object() {
            try {
                if (Json.parse(text) instanceof Json.Obj object) {
                    return object;
                }
            } catch (UnreadableException e) {
                throw unreadable(place() + e.getMessage());
            }
            throw unreadable(place() + "expected a JSON object, found another value");
        }

        boolean isJson() {
            try {
                Json.parse(text);
                return true;
            } catch (UnreadableException e) {
                return false;
            }
        }

        private String place() {
            return file + ", line " + number + ": ";
        }
    }

    private static ProxyException unreadable(String sentence) {
        return new ProxyException(ProxyException.Kind.CALLER, "unreadable_recording", sentence);
    }

    private static List<Line> lines(Path file) throws IOException {
        byte[] all = content(file);
        List<Line> lines = new ArrayList<>();
        int start = 0;
        int number = 1;
        for (int i = 0; i <= all.length; i++) {
            if (i == all.length || all[i] == '\n') {
                Line line = new Line(file, number, Bytes.of(all, new Span(start, i)));
                boolean isBroken = i == all.length && number > 1 && !line.isJson();
                if (!line.text().utf8().isBlank() && !isBroken) {
                    lines.add(line);
                }
                start = i + 1;
                number++;
            }
        }
        return lines;
    }

    private static byte[] content(Path file) throws IOException {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file))) {
            raw.mark(2);
            boolean isGzip = raw.read() == GZIP_FIRST && raw.read() == GZIP_SECOND;
            raw.reset();
            if (!isGzip) {
                return raw.readAllBytes();
            }
            try (InputStream plain = new GZIPInputStream(raw, 1 << 16)) {
                return plain.readAllBytes();
            }
        }
    }

    private static List<Json.Obj> objects(List<Line> lines) {
        return lines.stream().map(Line::object).toList();
    }
}
