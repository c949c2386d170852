package dev.throughline.testkit.growth;

import java.util.Locale;
import java.util.function.IntFunction;

/** Texts that are ordinary in an agent's output, or meant as an attack, and that make careless scanners quadratic. */
public enum HostileText {
    PATHS_WITHOUT_SUFFIX(each("src/main/module%d/folder ")),
    PATHS_IN_ONE_RUN(each("src/main/Module%d.java/")),
    PATHS_IN_LINES(each("./src/main/java/dev/example/Module%d.java\n")),
    DATES(each("2024/03/%d,")),
    DATES_IN_LINES(each("2024-03-17T09:%d:11Z,12,13\n")),
    URLS(each("https://example.com/a/b%d?c=d&e=f ")),
    URLS_WITH_USERS(each("https://user%d:word@example.com/a ")),
    ONE_LINE_OF_NAMES(each("parseHeader%d ")),
    ONE_LINE_OF_WORDS(each("the quick brown fox %d ")),
    SHORT_LINES(each("a\n")),
    SAME_LINES(each("the same line again\n")),
    NUMBERED_LINES(each("%d→    return value;\n")),
    DECLARATIONS(each("    public static final class Name%d {\n")),
    MODIFIERS(each("public static final ")),
    FAILURES(each("Error: cannot assert that %d failed\n")),
    EMPTY_LINES(each("\n")),
    CRLF(each("line %d\r\n")),
    CARRIAGE_RETURNS(each("\r")),
    SPACES(each(" ")),
    TABS_AND_SPACES(each(" \t")),
    SPACES_IN_LINES(each("                                                            x\n")),
    BRACKETS(each("[")),
    BRACKET_PAIRS(each("[](")),
    BRACES(each("{\"a\":")),
    NESTED(length -> "[".repeat(length / 2) + "]".repeat(length / 2)),
    ANGLES(each("<")),
    TAGS(each("<summary><analysis>")),
    QUOTES(each("\"")),
    APOSTROPHES(each("it's 'a' ")),
    BACKTICKS(each("`")),
    FENCES(each("```\n")),
    BACKSLASHES(each("\\")),
    ESCAPED_QUOTES(each("\\\"")),
    BASE64(each("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo%d")),
    HEX(each("0123456789abcdef")),
    DIGITS(each("7")),
    SLASHES(each("/")),
    DOTS(each(".")),
    DASHES(each("-")),
    UNDERSCORES(each("_")),
    COLONS(each("a:")),
    EQUALS(each("a=")),
    AT_SIGNS(each("a@")),
    PERCENTS(each("%41")),
    AMPERSANDS(each("&amp;#x41")),
    LETTERS(each("a")),
    CAPITALS(each("aB")),
    WORDS_WITHOUT_END(each("a.a/a-")),
    CHINESE(each("日本語")),
    CHINESE_SENTENCES(each("我们决定用它。")),
    COMBINING(each("e\u0301\u0323")),
    JOINERS(each("\u200d\ufe0f")),
    EMOJI(each("👩‍👩‍👧‍👦")),
    LONE_SURROGATES(each("\ud83d")),
    SECRETS(each("password=hunter%d! ")),
    SECRET_NAMES(each("api_key_")),
    SECRET_WORDS(each("the password for the account ")),
    KEY_BLOCKS(each("-----BEGIN RSA PRIVATE KEY-----\nMII%d\n")),
    TOKENS(each("eyJhbGciOiJIUzI1NiJ9.")),
    COOKIES(each("Cookie: a=b; ")),
    COMMANDS(each("\"command\":\"ls -l %d\",")),
    OPEN_COMMANDS(each("\"command\":[\"")),
    CODES(each("exit code: %d ")),
    WISHES(each("Please always remember that we never ")),
    SENTENCES(each("We decided to use number %d. ")),
    HEADINGS(each("# Heading %d\n")),
    LIST(each("- [ ] item %d\n")),
    FRONT_MATTER(each("---\nname: a%d\n")),
    CONTROL(each("\u001b[31m\u0000"));

    private final IntFunction<String> writer;

    HostileText(IntFunction<String> writer) {
        this.writer = writer;
    }

    /** A text of this sort with so many characters. */
    public String of(int characters) {
        String text = writer.apply(characters);
        return text.length() <= characters ? text : text.substring(0, characters);
    }

    /** One part again and again; a number in it counts. */
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
