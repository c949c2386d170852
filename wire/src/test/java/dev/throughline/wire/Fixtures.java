package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests as real clients send them. Those in {@code requests/} are always there; recordings of the clients themselves
 * are added where they are at hand, in the directory that the system property {@code throughline.captures} names or in
 * {@code shared/clients/captures} beside the project.
 */
public final class Fixtures {
    private static final JsonMapper MAPPER = new JsonMapper();

    /** One request and the dialect it is written in. */
    public record Fixture(String name, Dialect dialect, Bytes body) {
        public Wire wire() {
            return Dialects.of(dialect);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private Fixtures() {}

    /** The fixture of this name. */
    public static Fixture named(String name) {
        return all().stream()
                .filter(fixture -> fixture.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected a fixture, found none named " + name));
    }

    /** The fixtures of this project. */
    public static List<Fixture> all() {
        try {
            Path directory = Path.of(Fixtures.class.getResource("/requests").toURI());
            return files(directory).stream().map(Fixtures::fixture).toList();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The fixtures, and every recorded request that can be found. */
    public static List<Fixture> withRecordings() {
        List<Fixture> all = new ArrayList<>(all());
        Path directory = Path.of(System.getProperty("throughline.captures", "../../shared/clients/captures"));
        if (Files.isDirectory(directory)) {
            files(directory).forEach(file -> recording(directory, file).ifPresent(all::add));
        }
        return all;
    }

    private static Fixture fixture(Path file) {
        String name = file.getFileName().toString().replace(".json", "");
        Dialect dialect = ResponsesDialect.NAME;
        if (name.startsWith("claude") || name.contains("messages")) {
            dialect = MessagesDialect.NAME;
        } else if (name.contains("chat")) {
            dialect = ChatDialect.NAME;
        }
        return new Fixture(name, dialect, Bytes.of(read(file)));
    }

    private static Optional<Fixture> recording(Path directory, Path file) {
        JsonNode recorded = MAPPER.readTree(read(file));
        String path = recorded.path("path").asString("").replaceFirst("\\?.*", "");
        if (!recorded.path("body").isObject()) {
            return Optional.empty();
        }
        Bytes body = Bytes.of(MAPPER.writeValueAsBytes(recorded.get("body")));
        String name = directory.relativize(file).toString();
        return switch (path) {
            case "/v1/responses" -> Optional.of(new Fixture(name, ResponsesDialect.NAME, body));
            case "/v1/chat/completions" -> Optional.of(new Fixture(name, ChatDialect.NAME, body));
            case "/v1/messages" -> Optional.of(new Fixture(name, MessagesDialect.NAME, body));
            default -> Optional.empty();
        };
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
