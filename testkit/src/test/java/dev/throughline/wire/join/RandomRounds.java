package dev.throughline.wire.join;

import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random replies of one to three rounds: text, reasoning, and calls of local and client tools in any order. */
final class RandomRounds {
    static final Set<String> LOCAL = Set.of("recall", "memory_get");
    private static final List<String> WORDS = List.of(
            "Let me look.",
            "naïve ",
            "日本語",
            "👩‍💻 ok",
            "quote \" and \\ slash",
            "line\nline",
            "\t",
            "x",
            "\u0001",
            "😀😀",
            "}]\"");

    private final Random random;
    private final SimulatedDialect dialect;

    RandomRounds(Random random, SimulatedDialect dialect) {
        this.random = random;
        this.dialect = dialect;
    }

    /** The parts of each round. All rounds except for the last call only local tools. */
    List<List<AnswerPart>> next() {
        List<List<AnswerPart>> rounds = new ArrayList<>();
        int more = random.nextInt(3);
        for (int i = 0; i < more; i++) {
            List<AnswerPart> parts = texts();
            for (int calls = random.nextInt(3); calls >= 0; calls--) {
                insert(parts, local());
            }
            rounds.add(parts);
        }
        rounds.add(last());
        return rounds;
    }

    private List<AnswerPart> last() {
        List<AnswerPart> parts = texts();
        parts.add(new AnswerPart.Text(text()));
        if (random.nextBoolean()) {
            for (int calls = random.nextInt(3); calls >= 0; calls--) {
                insert(parts, client());
            }
            for (int calls = random.nextInt(3); calls > 0; calls--) {
                insert(parts, local());
            }
        }
        return parts;
    }

    private List<AnswerPart> texts() {
        List<AnswerPart> parts = new ArrayList<>();
        for (int count = random.nextInt(3); count > 0; count--) {
            if (random.nextInt(3) == 0) {
                parts.add(new AnswerPart.Reasoning(text()));
            }
            parts.add(new AnswerPart.Text(text()));
        }
        return parts;
    }

    /** Inserts a call at a random position. */
    private void insert(List<AnswerPart> parts, AnswerPart call) {
        int at = random.nextInt(parts.size() + 1);
        parts.add(at, call);
    }

    private AnswerPart local() {
        String name = random.nextBoolean() ? "recall" : "memory_get";
        return new AnswerPart.Call(name, arguments());
    }

    private AnswerPart client() {
        boolean isCustom = dialect == SimulatedDialect.RESPONSES && random.nextInt(3) == 0;
        return isCustom ? new AnswerPart.CustomCall("apply_patch", text()) : new AnswerPart.Call("Bash", arguments());
    }

    private String arguments() {
        return random.nextInt(6) == 0
                ? "{}"
                : JsonNodes.write(JsonNodes.object().put("query", text()));
    }

    private String text() {
        StringBuilder text = new StringBuilder("w").append(random.nextInt(1_000));
        for (int texts = random.nextInt(6); texts > 0; texts--) {
            text.append(WORDS.get(random.nextInt(WORDS.size())));
        }
        return text.toString();
    }
}
