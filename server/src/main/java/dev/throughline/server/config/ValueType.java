package dev.throughline.server.config;

import dev.throughline.engine.reset.ResetWords;
import dev.throughline.engine.send.SendRule;
import dev.throughline.model.Dialect;
import dev.throughline.wire.dialects.Dialects;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A type of value: how it is described, how it is read from a text, and how it is written as a text.
 *
 * @param expected completes the sentence "expected …"
 * @param reader reads a text, or throws {@link IllegalArgumentException} or {@link ArithmeticException}
 */
public record ValueType<T>(String expected, Reader<T> reader, Function<T, String> writer) {
    /** Reads one value as the user wrote it. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(String text, Environment environment);
    }

    private static final Map<String, Long> UNITS = Map.ofEntries(
            Map.entry("", 1L),
            Map.entry("B", 1L),
            Map.entry("KB", 1_000L),
            Map.entry("MB", 1_000_000L),
            Map.entry("GB", 1_000_000_000L),
            Map.entry("KIB", 1L << 10),
            Map.entry("MIB", 1L << 20),
            Map.entry("GIB", 1L << 30));

    private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9._-]{1,255}|\\[[0-9A-Fa-f:.]{2,45}]");
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]*");

    /** Headers that HTTP itself sets. */
    private static final Set<String> RESERVED = Set.of("connection", "content-length", "expect", "host", "upgrade");

    static final ValueType<String> TEXT = of("a text", text -> require(!text.isEmpty(), text));
    static final ValueType<Integer> PORT = integer("a port", 0, 65_535);
    static final ValueType<Integer> COUNT = of("a whole number that is not negative", Integer::parseUnsignedInt);
    static final ValueType<Integer> SECONDS = integer("a number of seconds", 1, 3_600);
    static final ValueType<Integer> CHARACTERS = integer("a number of characters", 0, 65_536);
    static final ValueType<Long> TOKENS = of("a number of tokens like 2000000", ValueType::tokens);
    static final ValueType<Long> BYTES =
            new ValueType<>("a size like 64MiB, 500KB or 1048576", (text, _) -> bytes(text), ValueType::shownBytes);
    static final ValueType<Boolean> SWITCH = of("true or false", ValueType::isOn);
    static final ValueType<URI> URL = of("a URL like https://host/path", ValueType::url);
    static final ValueType<Path> PATH = new ValueType<>("a path", ValueType::path, Path::toString);
    // The dialects themselves are loaded only if the key is set: most commands do not need them.
    static final ValueType<Dialect> DIALECT = new ValueType<>(
            "the name of a dialect like chat",
            (text, _) -> Dialects.of(new Dialect(text.strip().toLowerCase(Locale.ROOT)))
                    .dialect(),
            Dialect::name);
    static final ValueType<List<Path>> PATHS = list("paths separated by commas", ValueType::path);
    static final ValueType<List<String>> HOST_NAMES = list(
            "host names without ports, separated by commas",
            (name, _) -> require(HOST_NAME.matcher(name).matches(), name));
    static final ValueType<List<String>> SENDERS = list("ids of senders, separated by commas", (id, _) -> id);
    static final ValueType<List<SendRule>> SEND_RULES = list(
            "rules like 'type=group channel=discord, key=agent:main:', separated by commas",
            (rule, _) -> SendRule.parse(rule));
    static final ValueType<List<String>> TEXTS = list("texts separated by commas", (text, _) -> text);
    static final ValueType<Map<String, URI>> ROUTES = new ValueType<>(
            "routes like 'qwen=http://localhost:1234/v1, llama=…'",
            (text, _) -> pairs(text, ValueType::url, new LinkedHashMap<>()),
            routes -> shownPairs(routes, ", ", URI::toString));
    static final ValueType<Map<String, String>> HEADERS = new ValueType<>(
            "headers like 'x-team=blue, authorization=Basic …'",
            (text, _) -> headers(text),
            headers -> shownPairs(headers, ", ", value -> value));

    static final ValueType<List<String>> RESET_WORDS = list("words without spaces, separated by commas", (word, _) -> {
        var _ = ResetWords.with(List.of(word));
        return word;
    });

    static <T> ValueType<T> of(String expected, Function<String, T> reader) {
        return new ValueType<>(expected, (text, _) -> reader.apply(text.strip()), Object::toString);
    }

    /** A whole number in a range. */
    static ValueType<Integer> integer(String name, int least, int most) {
        return of(name + " from " + least + " to " + most, text -> {
            int number = Integer.parseInt(text.replace("_", ""));
            require(number >= least && number <= most, text);
            return number;
        });
    }

    /** A type whose values are the names of an enum in lower case. */
    static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        String words =
                Arrays.stream(type.getEnumConstants()).map(ValueType::word).collect(Collectors.joining(", "));
        return new ValueType<>(
                "one of " + words,
                (text, _) -> Enum.valueOf(type, text.strip().toUpperCase(Locale.ROOT)),
                ValueType::word);
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static <T> ValueType<List<T>> list(String expected, Reader<T> reader) {
        return new ValueType<>(
                expected,
                (text, environment) -> Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .map(each -> reader.read(each, environment))
                        .toList(),
                values -> values.stream().map(Object::toString).collect(Collectors.joining(", ")));
    }

    /** This type for a value that can be absent. */
    ValueType<Optional<T>> optional() {
        return new ValueType<>(
                expected,
                (text, environment) -> Optional.of(reader.read(text, environment)),
                value -> value.map(writer).orElse(""));
    }

    /** Reads {@code name=value, …} into a map. */
    static <T> Map<String, T> pairs(String text, Function<String, T> reader, Map<String, T> pairs) {
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            require(equals > 0 && !pair.substring(0, equals).isBlank(), text);
            pairs.put(
                    pair.substring(0, equals).strip(),
                    reader.apply(pair.substring(equals + 1).strip()));
        }
        return pairs;
    }

    static <T> String shownPairs(Map<String, T> pairs, String separator, Function<T, String> writer) {
        return pairs.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + writer.apply(pair.getValue()))
                .collect(Collectors.joining(separator));
    }

    private static String require(boolean isValid, String text) {
        if (!isValid) {
            throw new IllegalArgumentException();
        }
        return text;
    }

    private static long tokens(String text) {
        long count = Long.parseLong(text.replace("_", ""));
        require(count >= 0, text);
        return count;
    }

    private static long bytes(String text) {
        String plain = text.replace("_", "").replace(" ", "").toUpperCase(Locale.ROOT);
        int digits = 0;
        while (digits < plain.length() && Character.isDigit(plain.charAt(digits))) {
            digits++;
        }
        Long unit = UNITS.get(plain.substring(digits));
        if (unit == null) {
            throw new IllegalArgumentException();
        }
        return Math.multiplyExact(Long.parseLong(plain.substring(0, digits)), unit);
    }

    private static String shownBytes(long bytes) {
        if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
            return (bytes >> 20) + "MiB";
        }
        return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "KiB" : Long.toString(bytes);
    }

    static boolean isOn(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0", "disable" -> false;
            default -> throw new IllegalArgumentException();
        };
    }

    private static URI url(String text) {
        URI url = URI.create(text);
        require("http".equals(url.getScheme()) || "https".equals(url.getScheme()), text);
        require(url.getHost() != null && url.getUserInfo() == null && url.getQuery() == null, text);
        return url;
    }

    private static Path path(String text, Environment environment) {
        return environment.path(require(!text.isBlank(), text).strip());
    }

    private static Map<String, String> headers(String text) {
        Map<String, String> headers = pairs(text, value -> value, new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
        headers.forEach((name, value) -> {
            boolean isHeader = HEADER_NAME.matcher(name).matches()
                    && HEADER_VALUE.matcher(value).matches();
            require(isHeader && !RESERVED.contains(name.toLowerCase(Locale.ROOT)), text);
        });
        return headers;
    }
}
