package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * The {@code usage} object for a client whose reply has several rounds: the prompt of the last round, which shows how
 * full its window is, and the output of all rounds.
 *
 * <pre>
 *   round 1   input 30,000  output 40   total 30,040
 *   round 2   input 36,000  output 500  total 36,500
 *   client    input 36,000  output 540  total 36,540
 * </pre>
 *
 * <p>Numbers are added in members that count output or its cost, and in everything inside them. Anything else is taken
 * from the last round.
 */
public final class UsageTotal {
    /** No provider nests its usage deeper; below, the last round counts. */
    private static final int MOST_LEVELS = 8;

    /** Numbers are added only in this form: one with an exponent could need more digits than there is memory. */
    private static final Pattern PLAIN = Pattern.compile("-?[0-9]{1,30}(?:\\.[0-9]{1,30})?");

    private static final List<String> WRITTEN = List.of("output_tokens", "completion_tokens");
    private static final List<String> PROMPTS = List.of("input_tokens", "prompt_tokens");
    private static final Set<String> ADDED = Set.of(
            "output_tokens",
            "output_tokens_details",
            "completion_tokens",
            "completion_tokens_details",
            "server_tool_use",
            "cost",
            "cost_details");

    private static final String TOTAL = "total_tokens";

    private Optional<Bytes> earlier = Optional.empty();
    private Optional<Bytes> round = Optional.empty();

    /** The total of replies that are one document each. */
    public static Optional<Bytes> of(List<RawObject> documents) {
        UsageTotal total = new UsageTotal();
        for (RawObject document : documents) {
            total.add(document.raw("usage"));
            total.endRound();
        }
        return total.total();
    }

    /** Adds a usage of the current round; a later value of a member replaces an earlier one. */
    public void add(Optional<Bytes> usage) {
        usage.filter(reported -> RawObject.of(reported).isPresent())
                .ifPresent(reported -> round = Optional.of(merged(round, reported, /* adds= */ false, 0)));
    }

    /** The usage of all rounds including the current one; empty if there is none. */
    public Optional<Bytes> total() {
        return round.map(this::joined).or(() -> earlier);
    }

    /** Whether an earlier round had a usage. */
    public boolean hasEarlier() {
        return earlier.isPresent();
    }

    public void endRound() {
        earlier = total();
        round = Optional.empty();
    }

    /** The usage of the earlier rounds and the last one. */
    private Bytes joined(Bytes last) {
        Optional<RawObject> before = earlier.flatMap(RawObject::of);
        Optional<RawObject> now = RawObject.of(last);
        if (before.isEmpty() || now.isEmpty()) {
            return last;
        }
        boolean hasPrompt = PROMPTS.stream().anyMatch(now.get()::has);
        return merged(before.get(), now.get(), (name, raw) -> {
            Optional<Bytes> other = now.get().raw(name);
            if (other.isEmpty()) {
                return !hasPrompt || ADDED.contains(name) ? Optional.of(raw) : Optional.empty();
            }
            Optional<Bytes> added = name.equals(TOTAL)
                    ? WRITTEN.stream()
                            .flatMap(written -> before.get().raw(written).stream())
                            .findFirst()
                    : Optional.of(raw).filter(_ -> ADDED.contains(name));
            return added.map(value -> value(value, other.get(), /* adds= */ true, 0))
                    .or(() -> other);
        });
    }

    private static Bytes merged(Optional<Bytes> before, Bytes now, boolean adds, int level) {
        Optional<RawObject> old = before.flatMap(RawObject::of);
        Optional<RawObject> fresh = RawObject.of(now);
        if (old.isEmpty() || fresh.isEmpty() || level > MOST_LEVELS) {
            return Bytes.of(now.toArray());
        }
        return merged(
                old.get(),
                fresh.get(),
                (name, raw) -> Optional.of(fresh.get()
                        .raw(name)
                        .map(value -> value(raw, value, adds, level))
                        .orElse(raw)));
    }

    /** The members of {@code before} as {@code change} makes them, and behind them those that only {@code now} has. */
    private static Bytes merged(RawObject before, RawObject now, BiFunction<String, Bytes, Optional<Bytes>> change) {
        JsonBuilder object = new JsonBuilder().add("{");
        for (Member member : before.members()) {
            change.apply(member.name(), member.raw()).ifPresent(value -> object.member(member.name(), value));
        }
        for (Member member : now.members()) {
            if (before.find(member.name()).isEmpty()) {
                object.member(member.name(), member.raw());
            }
        }
        return object.add("}").toBytes();
    }

    private static Bytes value(Bytes before, Bytes now, boolean adds, int level) {
        if (RawObject.first(now) == '{') {
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
