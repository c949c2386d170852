package dev.throughline.testkit.model.cache;

import dev.throughline.model.Dialect;
import dev.throughline.model.Usage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A provider's prompt cache: remembers prefixes of prompts and charges for those it has not seen.
 *
 * <p>OpenAI caches by itself, in steps: a prompt is cut into blocks of {@value #STEP} tokens, each named by a hash of
 * itself and all before it, and what is read is the longest run of known blocks from the start. Anthropic caches where
 * the client put a marker: a prefix is written at each marker, and a later request reads the longest written prefix
 * that ends at one of its own markers or up to {@value #LOOK_BACK} blocks before it. Either way a prefix below
 * {@value #LEAST} tokens is not cached, reading renews, and nobody reads what another owner wrote.
 *
 * <p>Safe for use by many threads; holds at most {@value #MOST_PREFIXES} prefixes and forgets the oldest.
 */
public final class PromptCache {
    static final int LEAST = 1_024;
    static final int STEP = 128;
    static final int LOOK_BACK = 20;
    static final int MOST_PREFIXES = 1 << 20;
    private static final Duration HOUR = Duration.ofHours(1);

    private final Clock clock;
    private final Duration keep;
    private final Map<String, Instant> prefixes = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > MOST_PREFIXES;
        }
    };

    /** A prefix of a prompt: its name, where it ends, and whether it may be written there. */
    private record Prefix(String name, long tokens, Prompt.Marker marker) {}

    public PromptCache(Clock clock, Duration keep) {
        this.clock = clock;
        this.keep = keep;
    }

    /** What the prompt costs this owner, the answer aside; afterwards the cache knows it. */
    public synchronized Usage charge(String owner, Dialect dialect, Prompt prompt) {
        return switch (dialect) {
            case RESPONSES, CHAT -> chargeSteps(owner, prompt);
            case MESSAGES -> chargeMarkers(owner, prompt);
        };
    }

    private Usage chargeSteps(String owner, Prompt prompt) {
        StringBuilder text = new StringBuilder();
        prompt.pieces().forEach(piece -> text.append(piece.text()));
        int block = STEP * Prompt.CHARS_PER_TOKEN;
        String name = owner;
        long read = 0;
        boolean isKnown = true;
        List<String> names = new ArrayList<>();
        for (int end = block; end <= text.length(); end += block) {
            name = chain(name, text.substring(end - block, end));
            names.add(name);
            isKnown &= isAlive(name);
            read += isKnown ? STEP : 0;
        }
        long total = prompt.tokens();
        if (total >= LEAST) {
            names.forEach(known -> write(known, keep));
        }
        read = read < LEAST ? 0 : read;
        return new Usage(total - read, read, 0, 0);
    }

    private Usage chargeMarkers(String owner, Prompt prompt) {
        List<Prefix> all = prefixes(owner, prompt);
        int readUpTo = -1;
        int writtenUpTo = -1;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).marker() == Prompt.Marker.NONE || all.get(i).tokens() < LEAST) {
                continue;
            }
            writtenUpTo = i;
            readUpTo = Math.max(readUpTo, newestKnown(all, i));
        }
        long read = readUpTo < 0 ? 0 : all.get(readUpTo).tokens();
        long written = writtenUpTo < 0 ? 0 : Math.max(0, all.get(writtenUpTo).tokens() - read);
        renew(all, readUpTo);
        return new Usage(prompt.tokens() - read - written, read, written, 0);
    }

    private static List<Prefix> prefixes(String owner, Prompt prompt) {
        List<Prefix> all = new ArrayList<>();
        String name = owner;
        long chars = 0;
        for (Prompt.Piece piece : prompt.pieces()) {
            name = chain(name, piece.text());
            chars += piece.text().length();
            all.add(new Prefix(name, chars / Prompt.CHARS_PER_TOKEN, piece.marker()));
        }
        return all;
    }

    private int newestKnown(List<Prefix> all, int marker) {
        for (int i = marker; i >= Math.max(0, marker - LOOK_BACK); i--) {
            if (isAlive(all.get(i).name())) {
                return i;
            }
        }
        return -1;
    }

    private void renew(List<Prefix> all, int readUpTo) {
        if (readUpTo >= 0) {
            write(all.get(readUpTo).name(), keep);
        }
        for (Prefix prefix : all) {
            if (prefix.marker() != Prompt.Marker.NONE && prefix.tokens() >= LEAST) {
                write(prefix.name(), prefix.marker() == Prompt.Marker.HOUR ? HOUR : keep);
            }
        }
    }

    private boolean isAlive(String name) {
        Instant until = prefixes.get(name);
        return until != null && until.isAfter(clock.instant());
    }

    /** Remembers a prefix; a shorter promise never cuts a longer one. */
    private void write(String name, Duration how) {
        Instant until = clock.instant().plus(how);
        prefixes.merge(name, until, (old, renewed) -> old.isAfter(renewed) ? old : renewed);
    }

    private static String chain(String before, String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(before.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }
}
