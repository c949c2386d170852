package dev.throughline.server.config;

import dev.throughline.gateway.HostNames;
import dev.throughline.memory.index.SearchSettings;
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

/** Every key with the value in force and the place it came from: flag, environment, file or default. */
public final class Settings {
    /** Before the name of a key: the flag that sets any key, for commands that have no flag of its own for each. */
    public static final String SET = "--set ";

    private static final String OURS = "THROUGHLINE_";

    /** Names of the environment that are ours and no keys: they are read before there is a configuration. */
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

    private Settings(Environment environment, Optional<ConfigFile> file) {
        this.environment = environment;
        this.file = file;
    }

    /**
     * Looks every key up.
     *
     * @param flags values from the command line, by {@link Key#flag()} or by {@link #SET} and {@link Key#name()}, which
     *     comes first; {@code --config} names the file
     * @throws ConfigException with every problem there is
     */
    public static Settings load(Environment environment, Map<String, String> flags) {
        Settings settings = new Settings(environment, file(environment, flags).map(ConfigFile::read));
        settings.file.ifPresent(file -> settings.problems.addAll(file.problems()));
        Keys.ALL.forEach(key -> settings.look(key, flags));
        settings.check();
        if (!settings.problems.isEmpty()) {
            throw new ConfigException(settings.problems);
        }
        return settings;
    }

    /** The file that a user named, which must exist, or the usual one if it exists. */
    private static Optional<Path> file(Environment environment, Map<String, String> flags) {
        Optional<String> named =
                Optional.ofNullable(flags.get("--config")).or(() -> environment.variable("THROUGHLINE_CONFIG"));
        Path usual = environment.configFolder().resolve("throughline/throughline.yaml");
        return named.map(environment::path).or(() -> Optional.of(usual).filter(Files::exists));
    }

    /** The value of a key. */
    public <T> T value(Key<T> key) {
        return setting(key).value();
    }

    /** The value of a key and where it came from. */
    @SuppressWarnings("unchecked") // look() files each setting under the key it was made from
    public <T> Setting<T> setting(Key<T> key) {
        Setting<?> setting = settings.get(key);
        if (setting == null) {
            throw new IllegalStateException("expected " + key.name() + " among the keys of Keys.ALL");
        }
        return (Setting<T>) setting;
    }

    /** All of them, in the order of {@link Keys#ALL}. */
    public List<Setting<?>> all() {
        return List.copyOf(settings.values());
    }

    /** What works and should be looked at all the same. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** The file that was read. */
    public Optional<Path> file() {
        return file.map(ConfigFile::path);
    }

    private <T> void look(Key<T> key, Map<String, String> flags) {
        String set = SET + key.name();
        String name = flags.containsKey(set) ? set : key.flag();
        Optional<String> flag = Optional.ofNullable(flags.get(name));
        Optional<String> variable =
                key.place() == Key.Place.FLAG_ONLY ? Optional.empty() : environment.variable(key.variable());
        Optional<ConfigFile.Found> line = file.flatMap(each -> each.value(key.name()));
        if (flag.isPresent()) {
            put(key, flag.get(), new Setting.Flag(name));
        } else if (variable.isPresent()) {
            put(key, variable.get(), new Setting.Variable(key.variable()));
        } else if (line.isPresent()) {
            put(
                    key,
                    line.get().text(),
                    new Setting.Line(file.orElseThrow().path(), line.get().line()));
        } else {
            settings.put(key, new Setting<>(key, key.fallback().apply(environment), new Setting.Default()));
        }
    }

    private <T> void put(Key<T> key, String text, Setting.Origin origin) {
        try {
            settings.put(key, new Setting<>(key, key.kind().reader().read(text, environment), origin));
        } catch (IllegalArgumentException | ArithmeticException e) {
            String found = key.place() == Key.Place.SECRET ? "something else" : "'" + text + "'";
            problems.add(origin.text() + ": '" + key.name() + "' expected "
                    + key.kind().expected() + ", found " + found);
            settings.put(key, new Setting<>(key, key.fallback().apply(environment), new Setting.Default()));
        }
    }

    private void check() {
        String host = value(Keys.HOST);
        if (!HostNames.isLoopback(host) && !value(Keys.HOST_UNPROTECTED)) {
            problems.add(setting(Keys.HOST).origin().text()
                    + ": 'host' expected a loopback address like 127.0.0.1, found '"
                    + host + "'; anyone who reaches it could read every session and spend your keys. If only"
                    + " people you trust can reach it, set host_unprotected: true");
        }
        checkHelper();
        checkMarkers();
        checkMemory();
        file.filter(each -> hasSecret() && each.isReadableByOthers())
                .ifPresent(each ->
                        warnings.add(each.path() + ": holds a key and others may read it; chmod 600 " + each.path()));
        unknownVariables().forEach(warnings::add);
    }

    private void checkMarkers() {
        try {
            var _ = MarkersFile.of(value(Keys.MARKERS));
        } catch (IllegalArgumentException e) {
            problems.add(setting(Keys.MARKERS).origin().text() + ": 'sessions.markers': " + e.getMessage());
        }
    }

    /** A helper model of its own has to be named. */
    private void checkHelper() {
        boolean isNamed = value(HelperKeys.HELPER_URL).isPresent()
                && value(HelperKeys.HELPER_MODEL).isPresent();
        if (value(HelperKeys.HELPER_MODE) == HelperSettings.Mode.PROVIDER && !isNamed) {
            problems.add(setting(HelperKeys.HELPER_MODE).origin().text()
                    + ": 'helper.mode' expected helper.url and helper.model beside 'provider', found "
                    + (value(HelperKeys.HELPER_URL).isPresent() ? "no model" : "no URL"));
        }
    }

    /** What memory and search need that one look at the disk can tell. */
    private void checkMemory() {
        boolean isNamed = value(SearchKeys.SEARCH_URL).isPresent()
                && value(SearchKeys.SEARCH_MODEL).isPresent();
        if (value(SearchKeys.EMBEDDINGS) == SearchSettings.Embeddings.CUSTOM && !isNamed) {
            problems.add(setting(SearchKeys.EMBEDDINGS).origin().text()
                    + ": 'search.embeddings' expected search.url and search.model beside 'custom', found "
                    + (value(SearchKeys.SEARCH_URL).isPresent() ? "no model" : "no URL"));
        }
        value(MemoryKeys.WORKSPACE)
                .folder()
                .filter(folder -> Files.exists(folder) && !Files.isDirectory(folder))
                .ifPresent(folder ->
                        problems.add(setting(MemoryKeys.WORKSPACE).origin().text()
                                + ": 'memory.workspace' expected a folder, found the file " + folder));
        value(SearchKeys.SEARCH_PATHS).stream()
                .filter(path -> !Files.exists(path))
                .forEach(path ->
                        warnings.add(setting(SearchKeys.SEARCH_PATHS).origin().text()
                                + ": 'search.paths' expected files and folders, found none at " + path
                                + "; it is not searched"));
    }

    private boolean hasSecret() {
        return settings.values().stream()
                .anyMatch(each -> each.key().place() == Key.Place.SECRET && each.origin() instanceof Setting.Line);
    }

    private List<String> unknownVariables() {
        Set<String> known = Keys.ALL.stream()
                .map(key -> key.variable().substring(OURS.length()))
                .collect(Collectors.toSet());
        return environment.variables().keySet().stream()
                .filter(name -> name.startsWith(OURS) && !OTHER_VARIABLES.contains(name))
                .map(name -> name.substring(OURS.length()))
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
            return OURS + variable + " was removed; it has no effect";
        }
        return "unknown variable " + OURS + variable
                + NearestWord.to(variable, known)
                        .map(near -> "; did you mean " + OURS + near + "?")
                        .orElse("; it has no effect");
    }
}
