package dev.throughline.memory.read;

import dev.throughline.memory.said.Weight;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session is shown when it starts: the curated facts, the summary, and the log of today and yesterday. The
 * caller shows it once and keeps it as it is until a compaction or a new session. The same pages on the same day give
 * the same bytes.
 */
public final class Opening {
    private static final int FRAME_TOKENS = 40;

    /** No token of memory has more, whatever its script. */
    private static final int BYTES_PER_TOKEN = 4;

    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    /** Who takes part in a session. */
    public enum Audience {
        /** The owner of the memory alone. */
        PRIVATE,
        /** Others as well; they are shown nothing of it. */
        GROUP
    }

    /**
     * How much is shown at most.
     *
     * @param lines of {@code MEMORY.md}, the first ones
     * @param bytes of the same
     * @param summaryTokens of {@code memory_summary.md}
     * @param logTokens of each daily log, its newest lines
     */
    public record Measure(int lines, int bytes, int summaryTokens, int logTokens) {
        public static final Measure USUAL = new Measure(200, 25 << 10, 2_500, 1_500);
    }

    private final Workspace workspace;
    private final Measure measure;

    public Opening(Workspace workspace, Measure measure) {
        this.workspace = workspace;
        this.measure = measure;
    }

    /** The block; nothing if there is nothing to show, or nobody to show it to. */
    public Optional<Block> block(Audience audience) {
        return block(audience, Long.MAX_VALUE);
    }

    /** The same in about these tokens at most: first the curated facts, then the summary, then the newest log. */
    public Optional<Block> block(Audience audience, long tokens) {
        if (audience == Audience.GROUP) {
            return Optional.empty();
        }
        LocalDate today = LocalDate.ofInstant(
                workspace.clock().instant(), workspace.clock().getZone());
        List<Block.Part> parts = new ArrayList<>();
        part(MemoryPath.MEMORY).map(this::curated).ifPresent(parts::add);
        part(MemoryPath.SUMMARY)
                .map(part ->
                        new Block.Part(part.path(), part.date(), Weight.first(part.text(), measure.summaryTokens())))
                .ifPresent(parts::add);
        for (LocalDate day : List.of(today, today.minusDays(1))) {
            part(new MemoryPath("memory/" + day + ".md")).map(this::newest).ifPresent(parts::add);
        }
        List<Block.Part> fitting = new ArrayList<>(fitting(parts, tokens));
        // In the order of time, so that yesterday comes before today.
        fitting.sort(Comparator.comparing(part -> isLog(part) ? part.path().name() : ""));
        return fitting.isEmpty() ? Optional.empty() : Optional.of(Block.of(fitting));
    }

    /** As much of the parts as there is room for; the frame of each takes some too. */
    private static List<Block.Part> fitting(List<Block.Part> parts, long tokens) {
        List<Block.Part> fitting = new ArrayList<>();
        long left = tokens - FRAME_TOKENS;
        for (Block.Part part : parts) {
            left -= FRAME_TOKENS;
            if (left >= FRAME_TOKENS) {
                int room = (int) Math.min(Integer.MAX_VALUE, left);
                String text = isLog(part) ? Weight.last(part.text(), room) : Weight.first(part.text(), room);
                fitting.add(new Block.Part(part.path(), part.date(), text));
                left -= Weight.tokens(text);
            }
        }
        return fitting;
    }

    private static boolean isLog(Block.Part part) {
        return part.path().isUnder("memory");
    }

    /** A page that cannot be read is not shown; the session starts without it. */
    private Optional<Block.Part> part(MemoryPath path) {
        try {
            return workspace
                    .read(path)
                    .map(Page::text)
                    .filter(text -> !text.isBlank())
                    .map(text ->
                            new Block.Part(path, date(path), Redaction.of(text).text()));
        } catch (ProxyException e) {
            LOG.warn("{} is not shown to a new session: {}", path, e.getMessage());
            return Optional.empty();
        }
    }

    private String date(MemoryPath path) {
        try {
            ZoneId zone = workspace.clock().getZone();
            return LocalDate.ofInstant(
                            Files.getLastModifiedTime(workspace.file(path)).toInstant(), zone)
                    .toString();
        } catch (IOException e) {
            LOG.debug("{} has no date: {}", path, e.toString());
            return "";
        }
    }

    private Block.Part curated(Block.Part part) {
        StringBuilder kept = new StringBuilder();
        int bytes = 0;
        int lines = 0;
        for (String line : part.text().lines().toList()) {
            bytes += line.getBytes(StandardCharsets.UTF_8).length + 1;
            if (++lines > measure.lines() || bytes > measure.bytes()) {
                long all = part.text().lines().count();
                // A page of one long line is shown as far as it goes.
                kept.append(lines == 1 ? Weight.first(line, measure.bytes() / BYTES_PER_TOKEN) + "\n" : "");
                kept.append("[… cut at line ").append(lines - 1).append(" of ").append(all);
                kept.append("; memory_get reads the rest]\n");
                break;
            }
            kept.append(line).append('\n');
        }
        return new Block.Part(part.path(), part.date(), kept.toString());
    }

    private Block.Part newest(Block.Part part) {
        String newest = Weight.last(part.text(), measure.logTokens());
        long gone = part.text().lines().count() - newest.lines().count();
        String gap = newest.length() >= part.text().length()
                ? ""
                : "[… " + Math.max(1, gone) + " earlier lines; memory_get reads them]\n";
        return new Block.Part(part.path(), part.date(), gap + newest);
    }
}
