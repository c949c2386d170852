package dev.throughline.wire.join.parts;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.Members.Member;
import dev.throughline.wire.RawJson;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What several rounds were billed, as one {@code usage} object of the dialect.
 *
 * <p>Nothing here knows the names of the classes: numbers are added, objects are added member by member, anything else
 * is what the last round said. So a class that a provider invents tomorrow is summed as well.
 */
public final class Tally {
    /** No provider nests its usage deeper; below, the last round counts. */
    private static final int MOST_LEVELS = 8;

    /** Numbers are added only in this form: one with an exponent could need more digits than there is memory. */
    private static final Pattern PLAIN = Pattern.compile("-?[0-9]{1,30}(?:\\.[0-9]{1,30})?");

    private Optional<Bytes> earlier = Optional.empty();
    private Optional<Bytes> round = Optional.empty();

    /** The round under way said this; a later word on a member replaces an earlier one. */
    public void note(Optional<Bytes> usage) {
        usage.filter(said -> Members.of(said).isPresent())
                .ifPresent(said -> round = Optional.of(merged(round, said, /* adds= */ false, 0)));
    }

    /** The sum of all rounds, that under way included; nothing if none said anything. */
    public Optional<Bytes> sum() {
        return round.map(said -> merged(earlier, said, /* adds= */ true, 0)).or(() -> earlier);
    }

    /** Whether a round before the one under way was billed. */
    public boolean hasEarlier() {
        return earlier.isPresent();
    }

    public void endRound() {
        earlier = sum();
        round = Optional.empty();
    }

    private static Bytes merged(Optional<Bytes> before, Bytes now, boolean adds, int level) {
        Optional<Members> old = before.flatMap(Members::of);
        Optional<Members> fresh = Members.of(now);
        if (old.isEmpty() || fresh.isEmpty() || level > MOST_LEVELS) {
            return Bytes.of(now.toArray());
        }
        RawJson object = new RawJson().add("{");
        for (Member member : old.get().all()) {
            Optional<Bytes> other = fresh.get().raw(member.name());
            object.member(
                    member.name(),
                    other.map(value -> value(member.raw(), value, adds, level)).orElse(member.raw()));
        }
        for (Member member : fresh.get().all()) {
            if (old.get().all().stream().noneMatch(known -> known.name().equals(member.name()))) {
                object.member(member.name(), member.raw());
            }
        }
        return object.add("}").toBytes();
    }

    private static Bytes value(Bytes before, Bytes now, boolean adds, int level) {
        if (Members.first(now) == '{') {
            return merged(Optional.of(before), now, adds, level + 1);
        }
        if (adds && isPlain(before) && isPlain(now)) {
            return Bytes.of(new BigDecimal(before.utf8())
                    .add(new BigDecimal(now.utf8()))
                    .toPlainString());
        }
        return now;
    }

    private static boolean isPlain(Bytes raw) {
        return PLAIN.matcher(raw.utf8()).matches();
    }
}
