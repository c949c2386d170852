package dev.throughline.server.config;

import dev.throughline.model.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A configuration file, {@code throughline.yaml}: the text and the line number of each key.
 *
 * <p>It is read as YAML nodes and not as objects, because a node has a line number. {@code openai: {url: …}} and
 * {@code openai.url: …} are the same key. A list of {@code {models, url}} becomes the text of the variable,
 * {@code models=url, …}, and so does a mapping of people to their ids, so that there is one reader for each type of
 * value.
 */
final class ConfigFile {
    /** One value with its line. */
    record FileValue(String text, int line) {}

    /** A text in a list, which is written with commas or blanks between the texts. */
    private static final Pattern WORD = Pattern.compile("[^\\s,]+");

    private final Path path;
    private final Map<String, FileValue> values = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private ConfigFile(Path path) {
        this.path = path;
    }

    /** Reads a file. Its errors are in {@link #problems()}. */
    static ConfigFile read(Path path) {
        ConfigFile file = new ConfigFile(path);
        try {
            LoadSettings settings =
                    LoadSettings.builder().setLabel(path.toString()).build();
            new Compose(settings).composeString(Files.readString(path)).ifPresent(file::readRoot);
        } catch (IOException e) {
            // The message of a file system begins with the path, or does not contain it.
            String words = Cause.words(e);
            file.problems.add("the configuration file "
                    + (words.startsWith(path.toString()) ? words : path + " cannot be read: " + words)
                    + "; check that it exists and that you may read it");
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            file.problem(line, "invalid YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            file.problem(1, "invalid YAML: " + e.getMessage());
        }
        return file;
    }

    Path path() {
        return path;
    }

    Optional<FileValue> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Whether users other than the owner may read the file. */
    boolean isReadableByOthers() {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
            return permissions.contains(PosixFilePermission.OTHERS_READ)
                    || permissions.contains(PosixFilePermission.GROUP_READ);
        } catch (IOException | UnsupportedOperationException e) {
            // The file system has no such permissions.
            return false;
        }
    }

    private void readRoot(Node node) {
        if (node instanceof MappingNode mapping) {
            readMapping("", mapping);
        } else {
            problem(line(node), "the file contains " + shape(node) + " instead of keys and values like 'port: 8787'");
        }
    }

    private void readMapping(String prefix, MappingNode mapping) {
        for (NodeTuple tuple : mapping.getValue()) {
            String name = prefix + (tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?");
            readEntry(name, line(tuple.getKeyNode()), tuple.getValueNode());
        }
    }

    private void readEntry(String name, int line, Node value) {
        boolean isSection = Keys.ALL.stream().anyMatch(key -> key.name().startsWith(name + "."));
        Optional<Key<?>> key =
                Keys.ALL.stream().filter(each -> each.name().equals(name)).findAny();
        if (isSection && value instanceof MappingNode mapping) {
            readMapping(name + ".", mapping);
        } else if (isSection) {
            problem(
                    line,
                    "'" + name + "' is a group of keys, but its value is " + shape(value)
                            + "; write the keys indented below it");
        } else if (key.isPresent()) {
            readKey(key.get(), line, value);
        } else {
            problem(line, Keys.unknown(name) + (Keys.REMOVED.contains(name) ? "; delete this line" : ""));
        }
    }

    private void readKey(Key<?> key, int line, Node value) {
        if (key.place() == Key.KeyPlace.FLAG_ONLY) {
            problem(line, "'" + key.name() + "' can only be set by " + key.flag() + "; delete this line");
            return;
        }
        Optional<String> text = text(key, value);
        if (text.isEmpty()) {
            problem(line, Config.invalid(key, shape(value)));
        } else if (values.putIfAbsent(key.name(), new FileValue(text.get(), line)) != null) {
            problem(line, "'" + key.name() + "' is set twice; delete one of the two");
        }
    }

    private static Optional<String> text(Key<?> key, Node value) {
        if (key.equals(Keys.ROUTES)) {
            return routes(value);
        }
        if (key.equals(SessionKeys.IDENTITY_LINKS)) {
            return links(value);
        }
        return key.equals(SessionKeys.OWNER) ? list(value, ", ") : scalar(value);
    }

    /** {@code {ada: [a, b], bob: c}} as {@code ada=a b, bob=c}; empty if it is not such a mapping. */
    private static Optional<String> links(Node node) {
        if (!(node instanceof MappingNode mapping)) {
            return scalar(node);
        }
        List<String> links = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            Optional<String> person = scalar(tuple.getKeyNode());
            Optional<String> ids = list(tuple.getValueNode(), " ");
            if (person.isEmpty() || ids.isEmpty()) {
                return Optional.empty();
            }
            links.add(person.get() + "=" + ids.get());
        }
        return Optional.of(String.join(", ", links));
    }

    /** A list of words, or one text, as one text; empty if it is neither. */
    private static Optional<String> list(Node node, String separator) {
        if (!(node instanceof SequenceNode sequence)) {
            return scalar(node);
        }
        List<String> texts = sequence.getValue().stream()
                .flatMap(each -> scalar(each).stream())
                .toList();
        boolean areWords = texts.stream().allMatch(text -> WORD.matcher(text).matches());
        return areWords && texts.size() == sequence.getValue().size()
                ? Optional.of(String.join(separator, texts))
                : Optional.empty();
    }

    private static Optional<String> scalar(Node node) {
        return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
    }

    /** {@code [{models: a, url: b}]} as {@code a=b}; empty if it is not such a list. */
    private static Optional<String> routes(Node node) {
        if (!(node instanceof SequenceNode sequence)) {
            return scalar(node);
        }
        List<String> routes = new ArrayList<>();
        for (Node each : sequence.getValue()) {
            Map<String, String> fields = each instanceof MappingNode mapping ? fields(mapping) : Map.of();
            if (!fields.keySet().equals(Set.of("models", "url"))) {
                return Optional.empty();
            }
            routes.add(fields.get("models") + "=" + fields.get("url"));
        }
        return Optional.of(String.join(", ", routes));
    }

    private static Map<String, String> fields(MappingNode mapping) {
        return mapping.getValue().stream()
                .collect(Collectors.toMap(
                        tuple -> scalar(tuple.getKeyNode()).orElse("?"),
                        tuple -> scalar(tuple.getValueNode()).orElse(""),
                        (first, _) -> first));
    }

    private static String shape(Node node) {
        return switch (node.getNodeType()) {
            case MAPPING -> "(a mapping)";
            case SEQUENCE -> "(a list)";
            case SCALAR -> node instanceof ScalarNode scalar ? "'" + scalar.getValue() + "'" : "(a value)";
            case ANCHOR -> "(an alias)";
        };
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    private void problem(int line, String sentence) {
        problems.add(path + ":" + line + ": " + sentence);
    }
}
