package dev.throughline.testkit.store;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.ItemKind;
import dev.throughline.model.OriginField;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Random entries of every kind, with unusual values that occur in real traffic. */
public final class SampleEntries {
    private static final Instant START = Instant.parse("2026-03-01T09:00:00Z");
    private static final List<String> WORDS = List.of(
            "",
            "gpt-5.2",
            "two\nlines\r\n",
            "\"quoted\" \\ back",
            "tab\tbell\u0007null\u0000",
            "naïve 漢字 🙂",
            "half \ud83d of a pair",
            "\u202eright to left שלום",
            "line\u2028separator\u0085");

    /** Sources whose bytes a careless writer would change. */
    public static final List<Bytes> NASTY = List.of(
            Bytes.EMPTY,
            Bytes.of("{\"n\":1e5,\"m\":-0,\"o\":1.0,\"n\":2}"),
            Bytes.of("{\"text\":\"\\u0041\\/ \\ud83d\\ude42 \\ud83d\"}"),
            Bytes.of("  {\"spaced\" : [ 1 ,\t2 ] }  "),
            Bytes.of("{\n  \"pretty\": true\n}"),
            Bytes.of("{\"cr\":\r1}"),
            Bytes.of("\"a string\""),
            Bytes.of("-0"),
            Bytes.of("null"),
            Bytes.of("{} {}"),
            Bytes.of("{\"cut\":"),
            Bytes.of("}"),
            Bytes.of("#00000000 0 0 local/x 0 0\n"),
            Bytes.of("{\"seq\":1,\"is\":\"source\"}"),
            Bytes.of("\ufeff{\"mark\":1}"),
            Bytes.of("plain text, no JSON"),
            Bytes.of("line\u2028separator \u0000 null"),
            Bytes.of("[".repeat(5000) + "]".repeat(5000)),
            Bytes.of("1".repeat(5000)),
            Bytes.of(new byte[] {0}),
            Bytes.of(new byte[] {'"', (byte) 0xff, '"'}),
            Bytes.of(new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'}),
            Bytes.of(new byte[] {(byte) 0xc3}),
            Bytes.of(new byte[] {0, '{', 0, '}'}));

    private final RandomGenerator random;
    private final Ids ids;

    public SampleEntries(RandomGenerator random) {
        this.random = random;
        this.ids = new Ids(random);
    }

    /** A time within a day, to the nanosecond. */
    public Instant time() {
        return START.plusNanos(random.nextLong(86_400_000_000_000L));
    }

    /** Some entries of any kind. */
    public List<Entry> some(int count) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(any());
        }
        return entries;
    }

    public Entry any() {
        return switch (random.nextInt(13)) {
            case 0, 1, 2 -> Entry.Source.of(bytes());
            case 3 -> new Entry.Head(hash(), hashes(), hashes());
            case 4, 5 -> node();
            case 6 -> random.nextBoolean() ? opened() : closed();
            case 7 -> edited();
            case 8 ->
                new Entry.HelperCall(time(), word(), word(), new Usage(random.nextInt(1000), 1, 2, random.nextInt(99)));
            case 9 -> new Entry.CompactionRequested(time(), word(), word());
            case 10 -> new Entry.OriginNamed(time(), origin());
            case 11 -> new Entry.Imported(hashes(), hash(), word(), random.nextLong(1L << 40));
            default -> new Entry.Link(hash(), hash(), pick(List.of(Entry.Link.Reason.values())), turn());
        };
    }

    public Entry.Node node() {
        Hash parent = hash();
        Hash item = hash();
        int start = random.nextInt(100);
        return new Entry.Node(
                Hash.node(parent, item),
                parent,
                item,
                pick(List.of(ItemKind.values())),
                word(),
                maybe(word()),
                maybe(word()),
                hash(),
                new Span(start, start + random.nextInt(1000)),
                random.nextLong(1L << 40),
                turn(),
                time());
    }

    public Entry.TurnOpened opened() {
        return new Entry.TurnOpened(
                turn(),
                time(),
                pick(List.of(Purpose.values())),
                pick(Dialects.names()),
                word(),
                word(),
                maybe(word()),
                maybe(hash()),
                hash(),
                Entry.ROOT,
                random.nextInt(1000),
                random.nextInt(11),
                random.nextLong(1_000_000),
                random.nextInt(3));
    }

    public Entry.TurnClosed closed() {
        Usage usage = new Usage(random.nextInt(1000), random.nextInt(1000), random.nextInt(11), random.nextInt(99));
        return new Entry.TurnClosed(
                turn(),
                time(),
                random.nextInt(600),
                pick(List.of(Reply.Ending.values())),
                hash(),
                maybe(word()),
                maybe(word()),
                maybe(usage),
                hashes(),
                maybe(new Entry.Sent(random.nextLong(1_000_000), random.nextLong(1_000_000), usage)));
    }

    public ChatOrigin origin() {
        Map<OriginField, String> fields = new EnumMap<>(OriginField.class);
        for (OriginField field : OriginField.values()) {
            maybe(word()).filter(word -> !word.isBlank()).ifPresent(word -> fields.put(field, word));
        }
        return new ChatOrigin(pick(List.of(ChatType.values())), fields);
    }

    public Entry.Edited edited() {
        List<Edit> edits = List.of(
                new Edit.Reword(hash(), pick(List.of(Edit.RewordKind.values())), hash(), random.nextLong(9999)),
                new Edit.Reword(hash(), Edit.RewordKind.SUPERSEDE, hash(), random.nextLong(9999), Optional.of(hash())),
                new Edit.Restore(hash()),
                new Edit.Replace(hash(), hash(), hash(), random.nextLong(9999), random.nextBoolean()),
                new Edit.Prepend(hash(), hash(), random.nextLong(9999)),
                new Edit.Insert(hash(), hash(), random.nextLong(9999)),
                new Edit.AddTools(List.of("recall")));
        return new Entry.Edited(
                turn(),
                time(),
                edits.subList(0, random.nextInt(edits.size() + 1)),
                new DecisionReason(
                        pick(List.of(DecisionReason.Trigger.values())),
                        random.nextLong(1_000_000),
                        random.nextLong(1_000_000),
                        random.nextLong(1_000_000),
                        random.nextDouble(),
                        Double.POSITIVE_INFINITY,
                        word()));
    }

    /** A source of up to a few hundred bytes, often an unusual one. */
    public Bytes bytes() {
        if (random.nextInt(3) == 0) {
            return pick(NASTY);
        }
        if (random.nextBoolean()) {
            return Bytes.of("{\"role\":\"user\",\"content\":\"" + random.nextLong() + " naïve 🙂\"}");
        }
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return Bytes.of(bytes);
    }

    public Hash hash() {
        return Hash.of(Long.toString(random.nextLong()));
    }

    public TurnId turn() {
        return ids.turn(time());
    }

    public String word() {
        return pick(WORDS);
    }

    private List<Hash> hashes() {
        List<Hash> hashes = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            hashes.add(hash());
        }
        return hashes;
    }

    private <T> Optional<T> maybe(T value) {
        return random.nextBoolean() ? Optional.of(value) : Optional.empty();
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
