package dev.throughline.server.config;

import dev.throughline.model.Dialect;
import dev.throughline.wire.dialects.Dialects;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The kinds of values that keys have. */
final class ValueTypes {
    private static final int LAST_PORT = 65_535;
    private static final int LONGEST_SECONDS = 3_600;
    private static final int MOST_CHARACTERS = 65_536;
    private static final Map<String, Long> UNITS = Map.of(
            "",
            1L,
            "B",
            1L,
            "KB",
            1_000L,
            "MB",
            1_000_000L,
            "GB",
            1_000_000_000L,
            "KIB",
            1L << 10,
            "MIB",
            1L << 20,
            "GIB",
            1L << 30);

    static final ValueType<String> TEXT = ValueType.of("a text", text -> require(!text.isEmpty(), text));
    static final ValueType<Integer> PORT = ValueType.of("a port from 0 to " + LAST_PORT, ValueTypes::port);
    static final ValueType<Integer> COUNT =
            ValueType.of("a whole number that is not negative", Integer::parseUnsignedInt);
    static final ValueType<Integer> SECONDS =
            ValueType.of("a number of seconds from 1 to " + LONGEST_SECONDS, ValueTypes::seconds);
    static final ValueType<Long> TOKENS = ValueType.of("a number of tokens like 2000000", ValueTypes::tokens);
    static final ValueType<Long> BYTES =
            new ValueType<>("a size like 64MiB, 500KB or 1048576", (text, _) -> bytes(text), ValueTypes::shown);
    static final ValueType<Integer> CHARACTERS =
            ValueType.of("a number of characters from 0 to " + MOST_CHARACTERS, ValueTypes::characters);
    static final ValueType<Boolean> SWITCH = ValueType.of("true or false", ValueTypes::isOn);
    static final ValueType<URI> URL = ValueType.of("a URL like https://host/path", ValueTypes::url);
    static final ValueType<Path> PATH =
            new ValueType<>("a path", (text, around) -> path(text.strip(), around), Path::toString);
    static final ValueType<Dialect> DIALECT = new ValueType<>(
            "one of " + Dialects.names().stream().map(Dialect::name).collect(Collectors.joining(", ")),
            (text, _) -> dialect(text),
            Dialect::name);
    static final ValueType<List<Path>> PATHS = new ValueType<>(
            "paths with commas between them",
            (text, around) -> paths(text, around),
            paths -> paths.stream().map(Path::toString).collect(Collectors.joining(", ")));
    static final ValueType<List<String>> NAMES = new ValueType<>(
            "host names without ports, with commas between them",
            (text, _) -> names(text),
            names -> String.join(", ", names));
    static final ValueType<List<ProviderSettings.Route>> ROUTES = new ValueType<>(
            "routes like 'qwen=http://localhost:1234/v1, llama=…'", (text, _) -> routes(text), ValueTypes::shown);
    static final ValueType<Map<String, String>> HEADERS = new ValueType<>(
            "headers like 'x-team=blue, authorization=Basic …'",
            (text, _) -> headers(text),
            headers -> headers.entrySet().stream().map(Object::toString).collect(Collectors.joining(", ")));

    /** Headers that HTTP itself sets. */
    private static final Set<String> RESERVED = Set.of("connection", "content-length", "expect", "host", "upgrade");

    private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9._-]{1,255}|\\[[0-9A-Fa-f:.]{2,45}]");
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]*");

    private ValueTypes() {}

    /** A whole number between two others. */
    static ValueType<Integer> from(int least, int most) {
        return ValueType.of("a whole number from " + least + " to " + most, text -> {
            int number = Integer.parseInt(text.replace("_", ""));
            require(number >= least && number <= most, text);
            return number;
        });
    }

    /** A kind whose values are the words of an enum. */
    static <E extends Enum<E>> ValueType<E> word(Class<E> type) {
        String words =
                Arrays.stream(type.getEnumConstants()).map(ValueTypes::word).collect(Collectors.joining(", "));
        return new ValueType<>(
                "one of " + words,
                (text, _) -> Enum.valueOf(type, text.strip().toUpperCase(Locale.ROOT)),
                ValueTypes::word);
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static Dialect dialect(String text) {
        return Dialects.of(new Dialect(text.strip().toLowerCase(Locale.ROOT))).dialect();
    }

    private static String require(boolean isGood, String text) {
        if (!isGood) {
            throw new IllegalArgumentException();
        }
        return text;
    }

    private static List<Path> paths(String text, Environment around) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(each -> path(each, around))
                .toList();
    }

    private static List<String> names(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(each -> require(HOST_NAME.matcher(each).matches(), each))
                .toList();
    }

    private static int port(String text) {
        int port = Integer.parseInt(text);
        require(port >= 0 && port <= LAST_PORT, text);
        return port;
    }

    private static int seconds(String text) {
        int seconds = Integer.parseInt(text);
        require(seconds >= 1 && seconds <= LONGEST_SECONDS, text);
        return seconds;
    }

    private static long tokens(String text) {
        long count = Long.parseLong(text.replace("_", ""));
        require(count >= 0, text);
        return count;
    }

    private static int characters(String text) {
        int characters = Integer.parseInt(text);
        require(characters >= 0 && characters <= MOST_CHARACTERS, text);
        return characters;
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

    private static String shown(long bytes) {
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

    static URI url(String text) {
        URI url = URI.create(text);
        require("http".equals(url.getScheme()) || "https".equals(url.getScheme()), text);
        require(url.getHost() != null && url.getUserInfo() == null && url.getQuery() == null, text);
        return url;
    }

    private static Path path(String text, Environment around) {
        return around.path(require(!text.isEmpty(), text));
    }

    private static List<ProviderSettings.Route> routes(String text) {
        List<ProviderSettings.Route> routes = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            require(equals > 0, text);
            routes.add(new ProviderSettings.Route(
                    part.substring(0, equals).strip(),
                    url(part.substring(equals + 1).strip())));
        }
        return List.copyOf(routes);
    }

    /** What is wrong is not quoted: a header may be a key. */
    private static Map<String, String> headers(String text) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            require(equals > 0, text);
            String name = part.substring(0, equals).strip();
            String value = part.substring(equals + 1).strip();
            boolean isHeader = HEADER_NAME.matcher(name).matches()
                    && HEADER_VALUE.matcher(value).matches();
            require(isHeader && !RESERVED.contains(name.toLowerCase(Locale.ROOT)), text);
            headers.put(name, value);
        }
        return headers;
    }

    private static String shown(List<ProviderSettings.Route> routes) {
        return routes.stream().map(route -> route.models() + "=" + route.url()).collect(Collectors.joining(", "));
    }
}
