package dev.throughline.search.embed;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.Hash;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * A cache of vectors by embedder and text, in one file that survives restarts.
 *
 * <pre>
 * record   35 bytes  name: the hash of embedder, NUL and text, as ASCII
 *           4 bytes  number of floats, big-endian
 *         4n bytes   the floats, big-endian
 *           4 bytes  CRC-32C of all before
 * </pre>
 *
 * <p>The file is read when the first vector is needed. Records are only appended. A record with a wrong checksum is
 * ignored, and cut off if it is the last one, since a crash may leave it. Above {@code most} vectors the oldest are
 * dropped; the file is rewritten when half of its records are dropped. For one thread, which nobody interrupts. If the
 * file is lost, texts are embedded again.
 */
public final class VectorCache implements Closeable {
    /** About 80 MB with the local model. */
    public static final int DEFAULT_SIZE = 50_000;

    private static final int NAME = 35;
    private static final int MAX_FLOATS = 1 << 14;

    private final Path file;
    private final int most;
    private final Map<String, Long> places = new LinkedHashMap<>();
    private FileChannel channel;
    private long end;
    private int records;
    private boolean isRead;

    public VectorCache(Path file, int most) throws IOException {
        this.file = file;
        this.most = most;
        this.channel = open(file);
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PrivateFiles.PRIVATE_FILE);
    }

    /** Reads the heads of all records, and the whole of the last one: a crash can damage no other. */
    private void readPlaces() throws IOException {
        if (isRead) {
            return;
        }
        isRead = true;
        long size = channel.size();
        long last = -1;
        while (end < size) {
            ByteBuffer head = bytes(end, NAME + 4);
            int count = head.hasRemaining() ? head.getInt(NAME) : -1;
            boolean isEmpty = count < 0 || head.get(0) == 0; // A crash may leave zeros.
            if (isEmpty || count > MAX_FLOATS || end + size(count) > size) {
                break;
            }
            remember(name(head), end);
            last = end;
            end += size(count);
        }
        if (last >= 0 && read(last).isEmpty()) {
            places.values().remove(last);
            end = last;
        }
        if (end < size) {
            channel.truncate(end);
        }
    }

    private static int size(int floats) {
        return NAME + 4 + 4 * floats + 4;
    }

    private static String name(ByteBuffer head) {
        return StandardCharsets.US_ASCII.decode(head.slice(0, NAME)).toString();
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record CachedVector(String name, float[] vector) {}

    private void remember(String name, long place) {
        places.remove(name);
        places.put(name, place);
        records++;
        if (places.size() > most) {
            places.remove(places.keySet().iterator().next());
        }
    }

    /** The record at an offset; empty if it is not whole. */
    private Optional<CachedVector> read(long place) throws IOException {
        ByteBuffer head = bytes(place, NAME + 4);
        int count = head.hasRemaining() ? head.getInt(NAME) : -1;
        if (count < 0 || count > MAX_FLOATS) {
            return Optional.empty();
        }
        ByteBuffer all = bytes(place, size(count));
        if (!all.hasRemaining() || sum(all, all.limit() - 4) != all.getInt(all.limit() - 4)) {
            return Optional.empty();
        }
        float[] vector = new float[count];
        all.slice(NAME + 4, 4 * count).asFloatBuffer().get(vector);
        return Optional.of(new CachedVector(name(all), vector));
    }

    /** That many bytes, or none if the file is shorter. */
    private ByteBuffer bytes(long place, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, place + buffer.position()) < 0) {
                return ByteBuffer.allocate(0);
            }
        }
        return buffer.flip();
    }

    private static int sum(ByteBuffer buffer, int length) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.slice(0, length));
        return (int) crc.getValue();
    }

    /** The vector of a text by an embedder, if it is cached. */
    public Optional<float[]> find(String embedder, String text) throws IOException {
        readPlaces();
        Long place = places.get(name(embedder, text));
        return place == null ? Optional.empty() : read(place).map(CachedVector::vector);
    }

    public void keep(String embedder, String text, float[] vector) throws IOException {
        append(new CachedVector(name(embedder, text), vector));
        if (records > 2 * most) {
            rewrite();
        }
    }

    private void append(CachedVector entry) throws IOException {
        readPlaces();
        ByteBuffer buffer = ByteBuffer.allocate(size(entry.vector.length));
        buffer.put(entry.name.getBytes(StandardCharsets.US_ASCII)).putInt(entry.vector.length);
        buffer.slice().asFloatBuffer().put(entry.vector);
        int body = buffer.capacity() - 4;
        buffer.position(body).putInt(sum(buffer, body)).flip();
        long place = end;
        while (buffer.hasRemaining()) {
            end += channel.write(buffer, end);
        }
        remember(entry.name, place);
    }

    private void rewrite() throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (VectorCache copy = new VectorCache(fresh, most)) {
            for (long place : places.values()) {
                Optional<CachedVector> entry = read(place);
                if (entry.isPresent()) {
                    copy.append(entry.get());
                }
            }
        }
        channel.close();
        PrivateFiles.move(fresh, file);
        channel = open(file);
        places.clear();
        end = 0;
        records = 0;
        isRead = false;
        readPlaces();
    }

    public int size() throws IOException {
        readPlaces();
        return places.size();
    }

    private static String name(String embedder, String text) {
        return Hash.of(embedder + '\0' + text).text();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
