package dev.throughline.store.file;

import dev.throughline.engine.archive.Store.KeyHistory;
import dev.throughline.engine.archive.Store.PastSession;
import dev.throughline.files.PrivateFiles;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.KeyTable.TenantKey;
import dev.throughline.store.file.format.DamagedException;
import dev.throughline.store.file.format.JsonFields;
import dev.throughline.store.file.format.JsonLineWriter;
import dev.throughline.store.file.format.LineReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code keys.jsonl}: the keys that are not simply those of the sessions' cards, one line for each change of a key.
 *
 * <pre>
 * {"tenant":"local","key":"agent:main:main","id":"0198c5a0-…","since":"2026-03-01T04:00:00Z",
 *  "past":[{"id":"0198c4ff-…","until":"2026-03-01T04:00:00Z"}]}
 * {"tenant":"local","key":"agent:main:dm:ann"}
 * </pre>
 *
 * The last line of a key counts. {@code since} says when the key was given to the
 * session; without it, the session was opened under the key. {@code past} are the sessions that the key had before and
 * until when, oldest first. A line without {@code id} says that the key is free. A line survives a power failure once
 * {@link #append} returns; a part of a line at the end is the rest of a crash and is cut off. A damaged line is copied
 * to the quarantine and skipped. Earlier versions had one object in {@code keys.json}, which is read once. Used by one
 * thread at a time.
 */
final class KeyLog {
    /**
     * The content of the file.
     *
     * @param keys the history of each key; empty if the key is free
     * @param isStale whether the file should be written anew: it contains lines that no longer count
     */
    record LoggedKeys(Map<TenantKey, Optional<KeyHistory>> keys, boolean isStale) {}

    /** A smaller file is not rewritten while the store is open. */
    private static final long MIN_REWRITTEN_BYTES = 64 << 10;

    /** A file is rewritten when it has so many times the size that it had after it was read or rewritten. */
    private static final int MAX_GROWTH = 4;

    private final Home home;
    private long end;
    private long startSize;

    KeyLog(Home home) {
        this.home = home;
    }

    LoggedKeys read() throws IOException {
        Map<TenantKey, Optional<KeyHistory>> keys = new LinkedHashMap<>();
        boolean isOld = Files.exists(home.formerKeys());
        home.read(home.formerKeys(), "the key aliases are damaged", KeyLog::former)
                .ifPresent(keys::putAll);
        int lines = 0;
        if (Files.exists(home.keys())) {
            try (LineReader reader = new LineReader(home.keys(), 0, Files.size(home.keys()))) {
                while (reader.next()) {
                    lines++;
                    end = reader.nextOffset();
                    read(reader.line(), reader.offset(), keys);
                }
            }
        }
        startSize = end;
        return new LoggedKeys(keys, isOld || lines > keys.size());
    }

    private void read(byte[] line, long offset, Map<TenantKey, Optional<KeyHistory>> keys) {
        try {
            JsonFields fields = JsonFields.of(line);
            keys.put(key(fields), fields.has("id") ? Optional.of(history(fields)) : Optional.empty());
        } catch (DamagedException | IllegalArgumentException | DateTimeException e) {
            home.quarantine().copy(home.keys(), offset, line, "a key is damaged: " + e.getMessage());
        }
    }

    private static Map<TenantKey, Optional<KeyHistory>> former(byte[] json) {
        Map<TenantKey, Optional<KeyHistory>> keys = new LinkedHashMap<>();
        try {
            for (JsonFields each : JsonFields.of(json).objects("keys")) {
                keys.put(key(each), Optional.of(new KeyHistory(SessionId.of(each.text("id")), List.of())));
            }
        } catch (IllegalArgumentException e) {
            throw new DamagedException("a key, tenant or id is not valid: " + e.getMessage());
        }
        return keys;
    }

    private static TenantKey key(JsonFields fields) {
        return new TenantKey(new Tenant(fields.text("tenant")), new SessionKey(fields.text("key")));
    }

    private static KeyHistory history(JsonFields fields) {
        List<PastSession> past = new ArrayList<>();
        if (fields.has("past")) {
            for (JsonFields each : fields.objects("past")) {
                past.add(new PastSession(SessionId.of(each.text("id")), Instant.parse(each.text("until"))));
            }
        }
        KeyHistory history = new KeyHistory(SessionId.of(fields.text("id")), past);
        return fields.has("since")
                ? new KeyHistory(history.session(), past, Optional.of(Instant.parse(fields.text("since"))))
                : history;
    }

    /** Adds the new histories of keys. */
    void append(Map<TenantKey, Optional<KeyHistory>> changed) throws IOException {
        byte[] lines = lines(changed);
        boolean isNew = !Files.exists(home.keys());
        try (RandomAccessFile file = PrivateFiles.open(home.keys())) {
            file.setLength(end); // Cuts off the rest of a write that failed.
            file.seek(end);
            file.write(lines);
            file.getFD().sync();
        }
        if (isNew) {
            PrivateFiles.forceDirectory(home.root());
        }
        end += lines.length;
    }

    /** Whether most lines of the file probably no longer count. */
    boolean isWasteful() {
        return end > Math.max(MIN_REWRITTEN_BYTES, MAX_GROWTH * startSize);
    }

    /** Replaces the file. */
    void rewrite(Map<TenantKey, Optional<KeyHistory>> keys) throws IOException {
        byte[] lines = lines(keys);
        PrivateFiles.replaceForced(home.keys(), lines);
        end = lines.length;
        startSize = end;
        Files.deleteIfExists(home.formerKeys());
    }

    private static byte[] lines(Map<TenantKey, Optional<KeyHistory>> keys) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        keys.forEach((key, history) -> lines.writeBytes(line(key, history)));
        return lines.toByteArray();
    }

    private static byte[] line(TenantKey key, Optional<KeyHistory> history) {
        JsonLineWriter json = new JsonLineWriter()
                .open()
                .field("tenant", key.tenant().name())
                .field("key", key.key().text());
        history.ifPresent(now -> {
            json.field("id", now.session().toString());
            now.since().ifPresent(since -> json.field("since", since.toString()));
            if (!now.past().isEmpty()) {
                writePast(json.name("past").text("["), now.past());
            }
        });
        return json.close().text("\n").toArray();
    }

    private static void writePast(JsonLineWriter json, List<PastSession> past) {
        String separator = "";
        for (PastSession each : past) {
            json.text(separator)
                    .open()
                    .field("id", each.session().toString())
                    .field("until", each.until().toString())
                    .close();
            separator = ",";
        }
        json.text("]");
    }
}
