package dev.throughline.testkit.growth;

import java.util.Locale;
import java.util.function.IntFunction;

/** Texts that occur in the output of agents, or in attacks, and for which a careless scanner needs quadratic time. */
public enum HostileText {
    PATHS_WITHOUT_SUFFIX(each("src/main/module%d/folder ")),
    PATHS_IN_ONE_RUN(each("src/main/Module%d.java/")),
    DATES(each("2024/03/%d,")),
    URLS(each("https://example.com/a/b%d?c=d&e=f ")),
    ONE_LINE_OF_NAMES(each("parseHeader%d ")),
    SHORT_LINES(each("a\n")),
    SAME_LINES(each("the same line again\n")),
    NUMBERED_LINES(each("%d→    return value;\n")),
    DECLARATIONS(each("    public static final class Name%d {\n")),
    MODIFIERS(each("public static final ")),
    FAILURES(each("Error: cannot assert that %d failed\n")),
    EMPTY_LINES(each("\n")),
    CRLF(each("line %d\r\n")),
    SPACES(each(" ")),
    SPACES_IN_LINES(each("                                                            x\n")),
    BRACKETS(each("[")),
    BRACES(each("{\"a\":")),
    NESTED(length -> "[".repeat(length / 2) + "]".repeat(length / 2)),
    ANGLES(each("<")),
    TAGS(each("<summary><analysis>")),
    QUOTES(each("\"")),
    BACKTICKS(each("`")),
    BACKSLASHES(each("\\")),
    BASE64(each("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo%d")),
    DIGITS(each("7")),
    SLASHES(each("/")),
    COLONS(each("a:")),
    LETTERS(each("a")),
    WORDS_WITHOUT_END(each("a.a/a-")),
    CHINESE(each("日本語")),
    COMBINING(each("e\u0301\u0323")),
    EMOJI(each("👩‍👩‍👧‍👦")),
    LONE_SURROGATES(each("\ud83d")),
    SECRETS(each("password=hunter%d! ")),
    SECRET_WORDS(each("the password for the account ")),
    KEY_BLOCKS(each("-----BEGIN RSA PRIVATE KEY-----\nMII%d\n")),
    TOKENS(each("eyJhbGciOiJIUzI1NiJ9.")),
    COMMANDS(each("\"command\":\"ls -l %d\",")),
    FOLDERS(each("cd a && ")),
    OPTIONS(each(" --a")),
    CUT_NOTES(each("[lines %d-")),
    WISHES(each("Please always remember that we never ")),
    SENTENCES(each("We decided to use number %d. ")),
    CONTROL(each("\u001b[31m\u0000"));

    @SuppressWarnings("ImmutableEnumChecker") // Each writer is a function without state.
    private final IntFunction<String> writer;

    HostileText(IntFunction<String> writer) {
        this.writer = writer;
    }

    /** A text of this kind with a number of characters. */
    public String of(int characters) {
        String text = writer.apply(characters);
        return text.length() <= characters ? text : text.substring(0, characters);
    }

    /** One part, repeated; a number in it is increased each time. */
    private static IntFunction<String> each(String part) {
        boolean isNumbered = part.contains("%d");
        return length -> {
            StringBuilder text = new StringBuilder(length + part.length() + 8);
            for (int i = 0; text.length() < length; i++) {
                text.append(isNumbered ? part.replace("%d", Integer.toString(i)) : part);
            }
            return text.toString();
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
