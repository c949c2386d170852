package dev.throughline.replay.recording;

import dev.throughline.model.Bytes;
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
     * The sessions of a file, at most {@code limit} of them unless that is 0. Each is read when it is asked for, so
     * that several can be read side by side.
     *
     * @throws IllegalArgumentException with a sentence for the user if the file holds no sessions
     */
    public static List<Supplier<Trajectory>> of(Path file, int limit) throws IOException {
        List<Bytes> lines = lines(file);
        Json.Obj first = lines.stream()
                .limit(LOOKED_AT)
                .map(line -> object(file, line))
                .filter(line -> TrajectoryLine.isOne(line) || CodexRollout.isOne(line) || ClaudeTranscript.isOne(line))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected recorded sessions in " + file
                        + " (trajectories, a transcript of Claude Code or a rollout of Codex), found none"));
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.jsonl(\\.gz)?$", "");
        if (TrajectoryLine.isOne(first)) {
            return lines.stream()
                    .limit(limit == 0 ? Long.MAX_VALUE : limit)
                    .<Supplier<Trajectory>>map(line -> () -> TrajectoryLine.read(object(file, line)))
                    .toList();
        }
        return CodexRollout.isOne(first)
                ? List.of(() -> CodexRollout.read(objects(file, lines), name))
                : List.of(() -> ClaudeTranscript.read(objects(file, lines), name));
    }

    private static List<Bytes> lines(Path file) throws IOException {
        byte[] all = content(file);
        List<Bytes> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= all.length; i++) {
            if (i == all.length || all[i] == '\n') {
                Bytes line = Bytes.of(all, new Span(start, i));
                if (!line.utf8().isBlank()) {
                    lines.add(line);
                }
                start = i + 1;
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

    private static List<Json.Obj> objects(Path file, List<Bytes> lines) {
        return lines.stream().map(line -> object(file, line)).toList();
    }

    private static Json.Obj object(Path file, Bytes line) {
        try {
            if (Json.parse(line) instanceof Json.Obj object) {
                return object;
            }
        } catch (UnreadableException e) {
            throw new IllegalArgumentException("expected a JSON object on each line of " + file + ", found: " + e, e);
        }
        throw new IllegalArgumentException("expected a JSON object on each line of " + file + ", found another value");
    }
}
