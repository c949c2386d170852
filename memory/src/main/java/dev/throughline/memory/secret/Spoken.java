package dev.throughline.memory.secret;

import dev.throughline.engine.helper.Resources;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Secrets that a person tells in words: {@code the password for the demo account: …}, {@code pw: …},
 * {@code das Passwort lautet …}, {@code la contraseña es …}, {@code 密码是…}, {@code login is ines / …}.
 *
 * <p>Between the word and the value a few words may say what it is for. A value of letters only is told from a remark
 * about passwords by where it stands: it ends its clause, and is none of the words that people say of passwords.
 */
final class Spoken {
    private static final int SHORTEST = 3;
    private static final int SHORTEST_WORD = 4;

    /** Words that announce a password, by themselves or as the end of a longer word. */
    private static final String WORD = "(?:(?:(?<![\\p{L}\\p{N}])(?:pass(?:word|wd|phrase|code)?|pw|pwd|pin(?: code)?|"
            + "passcode"
            + "|wi-?fi (?:key|code)|mdp|mot de passe|contrase(?:ñ|n)a|clave|senha|kennwort|passwort|geheimzahl"
            + "|zugangscode|passwörter|passwords|contraseñas|mots de passe)|passwort|"
            + "kennwort)(?![\\p{L}\\p{N}_-])|密码|口令|密碼)";

    /** What it is for. */
    private static final String FILLER = "(?:\\h(?:for|of|on|to|in|at|from|für|fürs|zum|zur|vom|von|des|der|auf|"
            + "im|de|del|para|en"
            + "|du|pour|sur)\\h[^\\n:=.;,]{1,50}?|\\h?\\([^)\\n]{1,40}\\))?";

    private static final String IS = "(?:\\h?[:：=]\\h?|\\h(?:is|was|are|to|lautet|lauten|ist|war|heißt|sind|"
            + "es|son|era|será"
            + "|est|sont|était)(?:\\h(?:now|still|just|jetzt|noch|nun|ahora|maintenant))?:?\\h|\\h?(?:是|为|改成了?|：)\\h?"
            + "|\\h(?:→|->|=>)\\h)";
    private static final String VALUE = "[\"'`«„“”「]?([^\\s\"'`«»„“”「」,;。，；]{3,100}+)";

    private static final Pattern TOLD =
            Pattern.compile(WORD + "[\"'`*]?" + FILLER + IS + VALUE, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    private static final String ACCOUNT = "(?<![\\p{L}\\p{N}])(?:log-?ins?|creds?|credentials?|accounts?"
            + "|zugang(?:sdaten)?"
            + "|anmeldung|anmeldedaten|acceso|credenciales|usuario|identifiants?|connexion|"
            + "user(?:name)?|benutzer(?:name)?"
            + "|utilisateur)(?![\\p{L}\\p{N}])|账号|账户|登录|用户名";

    /** A name and a password beside it. */
    private static final Pattern PAIR = Pattern.compile(
            "(?:" + ACCOUNT + ")" + FILLER + "(?:" + IS + "|\\h)[\"'`]?([\\w.@+-]{2,60}+)[\"'`]?"
                    + "(?:\\h?(?:/|\\||:|：)\\h?|\\h?[,;，]?\\h?(?:and\\h|und\\h|y\\h|et\\h|with\\h|"
                    + "mit\\h|con\\h|avec\\h)?(?:the\\h)?"
                    + WORD + "\\h?[:：=]?\\h?(?:is\\h|ist\\h|es\\h|est\\h|是)?)" + VALUE,
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    /** A parameter of an address whose short name says little and whose value says all. */
    private static final Pattern PARAMETER = Pattern.compile(
            "(?<=[?&])(?:k|key|sig|auth|code|sid|session|s|t|tok|apikey|app_?id|subscription-key)"
                    + "=([A-Za-z0-9_~.%+/-]{12,200}+)",
            Pattern.CASE_INSENSITIVE);

    /** What people say of passwords. */
    private static final Set<String> REMARKS = Resources.text(Spoken.class, "remarks.txt")
            .lines()
            .filter(line -> !line.startsWith("#"))
            .flatMap(line -> Stream.of(line.split(" ", -1)))
            .collect(Collectors.toUnmodifiableSet());

    /** Words with a hyphen, small numbers, names with dots, places. */
    private static final Pattern NO_VALUE = Pattern.compile(
            "[\\p{L}'’-]+|[0-9.,]{1,3}|[A-Za-z]+[.:]{1,2}[A-Za-z:.]+|.*[{<$].*|/.*|~/.*|\\.{1,2}/.*|https?://.*");

    private static final Pattern REMARK =
            Pattern.compile(".*(?:ed|ing|able|ible|ly|tion|ment|less|ful|ert|iert|ada|ado|ida|ido|ée?s?|"
                    + "ante|bar|lich)|(?:ge|ab|ver|be|er|ent|aus|an)\\p{L}{3,}(?:en|t)");

    private Spoken() {}

    static void find(String text, List<Redaction.Place> found) {
        told(TOLD.matcher(text), text, 1, found);
        pairs(text, found);
        Matcher parameter = PARAMETER.matcher(text);
        while (text.indexOf('?') >= 0 && parameter.find()) {
            if (Likely.isKey(parameter.group(1), /* isQuoted= */ true)) {
                found.add(new Redaction.Place(parameter.start(1), parameter.end(1), "key"));
            }
        }
    }

    private static void told(Matcher matcher, String text, int group, List<Redaction.Place> found) {
        int from = 0;
        while (from <= text.length() && matcher.find(from)) {
            int end = trimmed(text, matcher.start(group), matcher.end(group));
            if (isTold(text, matcher.start(group), end)) {
                found.add(new Redaction.Place(matcher.start(group), end, "password"));
            }
            from = Math.max(matcher.start(group), matcher.start() + 1);
        }
    }

    private static void pairs(String text, List<Redaction.Place> found) {
        Matcher pair = PAIR.matcher(text);
        while (pair.find()) {
            int start = pair.start(2);
            int end = trimmed(text, start, pair.end(2));
            String between = text.substring(pair.end(1), start);
            boolean isTight = !between.contains(" ") && between.length() == 1;
            String value = text.substring(start, end);
            boolean isPath = value.indexOf('/') >= 0 || value.matches("[\\p{L}\\p{N}_-]+\\.[a-z]{1,5}");
            boolean isMixed = value.chars().anyMatch(c -> !Character.isLetter(c)) && value.length() > SHORTEST;
            boolean isSecret = !isPath && (isTight ? isMixed && !value.matches("[0-9]+") : isTold(text, start, end));
            if (isSecret && !Likely.isNoValue(value)) {
                found.add(new Redaction.Place(start, end, "password"));
            }
        }
    }

    /** Where a value ends: what closes a sentence or a quotation is no part of it. */
    private static int trimmed(String text, int start, int stop) {
        int end = stop;
        while (end > start && ".!?)]:*".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }

    /** Whether what stands there is a value, and not a remark. */
    private static boolean isTold(String text, int start, int end) {
        String value = text.substring(start, end);
        if (value.length() < SHORTEST || Likely.isNoValue(value) || isForeign(value)) {
            return false;
        }
        boolean isQuoted = start > 0 && isQuote(text.charAt(start - 1));
        if (!isQuoted && Likely.isCode(value)) {
            return false;
        }
        boolean isWord = value.chars().allMatch(Character::isLetter);
        if (!isWord) {
            return value.length() > SHORTEST && !NO_VALUE.matcher(value).matches();
        }
        String plain = value.toLowerCase(Locale.ROOT);
        boolean isRemark = REMARKS.contains(plain) || REMARK.matcher(plain).matches();
        return value.length() >= SHORTEST_WORD && !isRemark && (isQuoted || isLast(text, end));
    }

    private static boolean isQuote(char c) {
        return "\"'`«„“「".indexOf(c) >= 0;
    }

    /** A value of a script without letters of its own size is prose. */
    private static boolean isForeign(String value) {
        return value.codePoints().anyMatch(Character::isIdeographic);
    }

    private static boolean isLast(String text, int end) {
        int at = end;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at >= text.length() || ".,;!\n\r)–—。，；（(".indexOf(text.charAt(at)) >= 0 || text.startsWith("- ", at);
    }
}
