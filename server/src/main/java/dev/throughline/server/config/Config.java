package dev.throughline.server.config;

import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.gateway.HostNames;
import dev.throughline.memory.index.SearchSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The configuration in force: the value of every key and its origin, which is a flag, a variable, the file or the
 * default.
 */
public final class Config {
    /** The prefix of a key's name in the map of flags, for commands with {@code --set KEY=VALUE}. */
    public static final String SET = "--set ";

    private static final String PREFIX = "THROUGHLINE_";

    /** Variables of Throughline that are not keys: they are used before the configuration is read. */
    private static final Set<String> OTHER_VARIABLES = Set.of(
            "THROUGHLINE_CONFIG",
            "THROUGHLINE_JAVA_HOME",
            "THROUGHLINE_JAVA_OPTS",
            "THROUGHLINE_JVM_FOLDER",
            "THROUGHLINE_AOT",
            "THROUGHLINE_NO_BUILD",
            "THROUGHLINE_RUN_URL");

    private final Map<Key<?>, Setting<?>> settings = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Environment environment;
    private final Optional<ConfigFile> file;
    private AgentMarkers markers = AgentMarkers.builtIn();

    private Config(Environment environment, Optional<ConfigFile> file) {
        this.environment = environment;
        this.file = file;
    }

    /**
     * Reads the value of every key.
     *
     * @param flags values from the command line, by {@link Key#flag()} or by {@link #SET} and {@link Key#name()}, which
     *     has priority; {@code --config} names the file
     * @throws ConfigException with all problems
     */
    public static Config load(Environment environment, Map<String, String> flags) {
        Config config = new Config(environment, file(environment, flags).map(ConfigFile::read));
        config.file.ifPresent(file -> config.problems.addAll(file.problems()));
        Keys.ALL.forEach(key -> config.read(key, flags));
        config.check();
        if (!config.problems.isEmpty()) {
            throw new ConfigException(config.problems);
        }
        return config;
    }

    /** The file that the user named, which must exist, or else the default file if it exists. */
    private static Optional<Path> file(Environment environment, Map<String, String> flags) {
        Optional<String> named =
                Optional.ofNullable(flags.get("--config")).or(() -> environment.variable("THROUGHLINE_CONFIG"));
        Path defaultFile = environment.configFolder().resolve("throughline/throughline.yaml");
        return named.map(environment::path).or(() -> Optional.of(defaultFile).filter(Files::exists));
    }

    /** This configuration with another value of one key. */
    public <T> Config with(Key<T> key, T value) {
        Config copy = new Config(environment, file);
        copy.settings.putAll(settings);
        copy.settings.put(key, new Setting<>(key, value, setting(key).origin()));
        copy.markers = markers;
        return copy;
    }

    public <T> T value(Key<T> key) {
        return setting(key).value();
    }

    @SuppressWarnings("unchecked") // Each setting is stored under the key that it was read for.
    public <T> Setting<T> setting(Key<T> key) {
        Setting<?> setting = settings.get(key);
        if (setting == null) {
            throw new IllegalStateException("expected " + key.name() + " among the keys of Keys.ALL");
        }
        return (Setting<T>) setting;
    }

    /** All settings, in the order of {@link Keys#ALL}. */
    public List<Setting<?>> all() {
        return List.copyOf(settings.values());
    }

    /** The folder that contains all data. */
    public Path home() {
        return value(Keys.HOME);
    }

    /** The markers of side requests and scaffolding: the built-in ones and those of the user's file. */
    public AgentMarkers markers() {
        return markers;
    }

    public LogSettings logging() {
        return new LogSettings(value(Keys.LOG_LEVEL), value(Keys.LOG_FORM));
    }

    /** Problems that do not prevent the start. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** The file that was read. */
    public Optional<Path> file() {
        return file.map(ConfigFile::path);
    }

    private <T> void read(Key<T> key, Map<String, String> flags) {
        String set = SET + key.name();
        String name = flags.containsKey(set) ? set : key.flag();
        Optional<String> flag = Optional.ofNullable(flags.get(name));
        Optional<String> variable =
                key.place() == Key.KeyPlace.FLAG_ONLY ? Optional.empty() : environment.variable(key.variable());
        Optional<ConfigFile.FileValue> line = file.flatMap(each -> each.value(key.name()));
        if (flag.isPresent()) {
            put(key, flag.get(), new Setting.Origin(Setting.OriginKind.FLAG, name));
        } else if (variable.isPresent()) {
            put(key, variable.get(), new Setting.Origin(Setting.OriginKind.VARIABLE, key.variable()));
        } else if (line.isPresent()) {
            put(
                    key,
                    line.get().text(),
                    new Setting.Origin(
                            Setting.OriginKind.FILE,
                            file.orElseThrow().path() + ":" + line.get().line()));
        } else {
            putDefault(key);
        }
    }

    private <T> void put(Key<T> key, String text, Setting.Origin origin) {
        try {
            settings.put(key, new Setting<>(key, key.type().reader().read(text, environment), origin));
        } catch (IllegalArgumentException | ArithmeticException e) {
            problems.add(origin.text() + ": " + invalid(key, "'" + text + "'"));
            putDefault(key);
        }
    }

    private <T> void putDefault(Key<T> key) {
        settings.put(
                key,
                new Setting<>(
                        key,
                        key.fallback().apply(environment),
                        new Setting.Origin(Setting.OriginKind.DEFAULT, "default")));
    }

    /** The problem with a value that cannot be read. A secret is not quoted. */
    static String invalid(Key<?> key, String value) {
        String quoted = key.place() == Key.KeyPlace.SECRET ? "" : " " + value;
        return "invalid value" + quoted + " for '" + key.name() + "'; expected "
                + key.type().expected();
    }

    private void problem(Key<?> key, String sentence) {
        problems.add(setting(key).origin().text() + ": " + sentence);
    }

    private void check() {
        String host = value(Keys.HOST);
        if (!HostNames.isLoopback(host) && !value(Keys.HOST_UNPROTECTED)) {
            problem(
                    Keys.HOST,
                    "'" + host + "' is not a loopback address like 127.0.0.1; anyone who can reach it could read every"
                            + " session and use your keys. If only people you trust can reach it, set"
                            + " host_unprotected: true");
        }
        if (value(HelperKeys.HELPER_MODE) == HelperKeys.HelperMode.PROVIDER) {
            requireModel(HelperKeys.HELPER_MODE, HelperKeys.HELPER_URL, HelperKeys.HELPER_MODEL);
        }
        if (value(SearchKeys.EMBEDDINGS) == SearchSettings.Embeddings.CUSTOM) {
            requireModel(SearchKeys.EMBEDDINGS, SearchKeys.SEARCH_URL, SearchKeys.SEARCH_MODEL);
        }
        try {
            markers = MarkersFile.of(value(Keys.MARKERS));
        } catch (IllegalArgumentException e) {
            problem(Keys.MARKERS, "'sessions.markers': " + e.getMessage());
        }
        try {
            SessionKeys.chatKeys(this);
        } catch (IllegalArgumentException e) {
            problem(SessionKeys.IDENTITY_LINKS, "'sessions.identity_links': " + e.getMessage());
        }
        checkPaths();
        file.filter(each -> hasSecret() && each.isReadableByOthers())
                .ifPresent(each -> warnings.add(
                        each.path() + ": contains a key, and other users can read it; run: chmod 600 " + each.path()));
        warnings.addAll(unknownVariables());
    }

    /** Requires a URL and a model, because the mode selects a separate provider. */
    private void requireModel(Key<? extends Enum<?>> mode, Key<Optional<URI>> url, Key<Optional<String>> model) {
        for (Key<?> key : List.of(url, model)) {
            if (value(key).equals(Optional.empty())) {
                String word = ValueType.word(value(mode));
                problem(mode, "'" + mode.name() + "' is '" + word + "', but '" + key.name() + "' is not set; set it");
                return;
            }
        }
    }

    private void checkPaths() {
        value(MemoryKeys.WORKSPACE)
                .folder()
                .filter(folder -> Files.exists(folder) && !Files.isDirectory(folder))
                .ifPresent(folder ->
                        problem(MemoryKeys.WORKSPACE, "'memory.workspace' is the file " + folder + "; name a folder"));
        String origin = setting(SearchKeys.SEARCH_PATHS).origin().text();
        value(SearchKeys.SEARCH_PATHS).stream()
                .filter(path -> !Files.exists(path))
                .forEach(path -> warnings.add(
                        origin + ": 'search.paths' contains " + path + ", which does not exist and is not searched"));
    }

    private boolean hasSecret() {
        return settings.values().stream()
                .anyMatch(each -> each.key().place() == Key.KeyPlace.SECRET
                        && each.origin().kind() == Setting.OriginKind.FILE);
    }

    private List<String> unknownVariables() {
        Set<String> known = Keys.ALL.stream()
                .map(key -> key.variable().substring(PREFIX.length()))
                .collect(Collectors.toSet());
        return environment.variables().keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !OTHER_VARIABLES.contains(name))
                .map(name -> name.substring(PREFIX.length()))
                .filter(name -> !known.contains(name))
                .sorted()
                .map(name -> unknown(name, known))
                .toList();
    }

    private static String unknown(String variable, Set<String> known) {
        boolean isRemoved = Keys.REMOVED.stream()
                .anyMatch(
                        name -> name.replace('.', '_').toUpperCase(Locale.ROOT).equals(variable));
        if (isRemoved) {
            return PREFIX + variable + " was removed; it has no effect";
        }
        return "unknown variable " + PREFIX + variable
                + NearestWord.to(variable, known)
                        .map(near -> "; did you mean " + PREFIX + near + "?")
                        .orElse("; it has no effect");
    }
}
