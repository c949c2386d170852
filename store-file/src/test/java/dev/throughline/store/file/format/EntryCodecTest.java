package dev.throughline.store.file.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import dev.throughline.testkit.store.SampleEntries;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class EntryCodecTest {
    @Test
    void every_entry_is_written_as_one_line_and_read_unchanged() {
        long seed = new Random().nextLong();
        System.out.println("entries with seed " + seed);
        for (Entry entry : new SampleEntries(new Random(seed)).some(2000)) {
            byte[] line = line(12, entry);
            for (byte b : line) {
                assertEquals(false, b == '\n' || b == '\r', "seed " + seed);
            }
            assertEquals(12, EntryCodec.sequence(line), "seed " + seed);
            assertEquals(new ArchivedEntry(12, entry), EntryCodec.read(line), "seed " + seed);
            boolean isSource = entry instanceof Entry.Source;
            assertEquals(isSource, EntryCodec.sourceId(line).isPresent(), "seed " + seed);
            if (!isSource) {
                assertEquals(12, JsonFields.of(line).number("seq"), "seed " + seed);
            }
        }
    }

    @Test
    void a_link_is_written_in_the_documented_format() {
        Hash from = Hash.of("from");
        Hash to = Hash.of("to");
        TurnId turn = new TurnId(new UUID(1, 2));
        byte[] line = line(6, new Entry.Link(from, to, Entry.Link.Reason.CLIENT_COMPACTION, turn));
        assertEquals(
                "{\"seq\":6,\"is\":\"link\",\"from\":\"" + from + "\",\"to\":\"" + to
                        + "\",\"reason\":\"client_compaction\",\"turn\":\"" + turn + "\"}",
                new String(line, StandardCharsets.UTF_8));
    }

    @Test
    void a_malformed_line_is_damaged() {
        Bytes source = Bytes.of("{\"a\":1}");
        String good = new String(line(1, Entry.Source.of(source)), StandardCharsets.UTF_8);
        List<String> bad = List.of(
                "",
                "{}",
                "{\"seq\":}",
                "{\"seq\":0,\"is\":\"session\"}",
                "{\"seq\":1,\"is\":\"wonder\"}",
                "{\"seq\":1,\"is\":\"link\"}",
                "{\"seq\":1,\"is\":\"link\",\"from\":\"x\"}",
                "{\"seq\":99999999999999999999,\"is\":\"link\"}",
                good.replace("{\"a\":1}", "{\"a\":2}"),
                good.replace("raw", "RAW"),
                good.substring(0, good.length() - 1),
                " " + good);
        for (String line : bad) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            assertThrows(DamagedException.class, () -> EntryCodec.read(bytes), line);
        }
        assertEquals(Optional.empty(), EntryCodec.sourceId(new byte[0]));
    }

    private static byte[] line(long sequence, Entry entry) {
        byte[] prefix = EntryCodec.prefix(sequence);
        return new JsonLineWriter()
                .raw(Bytes.of(prefix))
                .raw(Bytes.of(EntryCodec.body(entry)))
                .toArray();
    }
}
