package dev.throughline.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Random words, ids and decisions of one seed. */
final class Chance {
    private static final List<String> WORDS = List.of(
            "please",
            "run",
            "the",
            "tests",
            "größer",
            "naïve",
            "日本語",
            "данные",
            "😀",
            "👩‍👩‍👧",
            "\"quoted\"",
            "C:\\dir",
            "/usr/bin",
            "tab\there",
            "line\nbreak",
            "{\"json\": [1, 2.50]}",
            "\u0001",
            "\u2028",
            "\u007f",
            "e\u0301",
            "<system-reminder>",
            "data:",
            "[DONE]",
            "\uD83E\uDDEA",
            "\uFEFF",
            "0",
            "null");
    /** One result out of this many is as large as the plan allows. */
    private static final int HUGE_ONE_IN = 40;

    private static final int FILE_LINE_CHARS = 40;

    private final Random random;
    private final int mostResultChars;
    private final int filePercent;

    Chance(long seed, int mostResultChars) {
        this(seed, mostResultChars, /* filePercent= */ 0);
    }

    Chance(long seed, int mostResultChars, int filePercent) {
        this.random = new Random(seed);
        this.mostResultChars = mostResultChars;
        this.filePercent = filePercent;
    }

    Random random() {
        return random;
    }

    /** From {@code least} to {@code most}, both included. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** A practically unique name. */
    String id(String prefix) {
        return prefix + String.format(Locale.ROOT, "%016x", random.nextLong());
    }

    /** Letters that look like encrypted content. */
    String blob() {
        return "gAAAA" + id("") + id("") + "==";
    }

    /** A sentence of a user or a model, with one of the possible escapings. */
    Json.Str text() {
        List<String> words = new ArrayList<>();
        for (int i = between(1, 12); i > 0; i--) {
            words.add(oneOf(WORDS));
        }
        words.add(id("#"));
        return spelt(String.join(" ", words));
    }

    /** A tool result: usually short, sometimes a part of a file, sometimes of the largest allowed size. */
    Json.Str result() {
        if (isAboutAFile()) {
            return spelt(file());
        }
        String line = text().text() + "\n";
        int length = percent(100 / HUGE_ONE_IN) ? mostResultChars : Math.min(mostResultChars, between(1, 400));
        String whole = line.repeat(length / line.length() + 1);
        return spelt(whole.substring(0, whole.offsetByCodePoints(0, whole.codePointCount(0, length))));
    }

    private boolean isAboutAFile() {
        return filePercent > 0 && percent(filePercent);
    }

    /** Numbered lines of a file that never changes. */
    private String file() {
        StringBuilder lines = new StringBuilder();
        int first = between(1, 60);
        int last = first + between(1, 100);
        for (int i = first; i <= last && lines.length() + FILE_LINE_CHARS <= mostResultChars; i++) {
            lines.append(String.format(Locale.ROOT, "%6d→statement %d of the file;\n", i, i));
        }
        return lines.toString();
    }

    /** Arguments of a tool, as an object. */
    Json.Obj arguments() {
        Json.Obj arguments = Json.obj("command", isAboutAFile() ? Json.str("cat -n src/main.c") : text());
        return switch (random.nextInt(4)) {
            case 0 -> Json.obj();
            case 1 -> arguments.with("timeout", new Json.Raw(oneOf(List.of("1", "1e3", "2.50", "-0"))));
            case 2 ->
                arguments.with("env", Json.obj("PATH", "/bin", "deep", Json.arr(Json.Raw.NULL, new Json.Raw("true"))));
            default -> arguments;
        };
    }

    private Json.Str spelt(String text) {
        return new Json.Str(text, random.nextBoolean() ? Json.Spelling.PLAIN : Json.Spelling.ESCAPED);
    }
}
