package dev.throughline.app.remember;

import dev.throughline.app.command.Desk;
import dev.throughline.app.config.Config;
import dev.throughline.app.config.Logging;
import dev.throughline.app.house.Logs;
import dev.throughline.app.library.GatewayClient;
import dev.throughline.app.library.JsonObject;
import dev.throughline.app.room.Embedding;
import dev.throughline.app.room.MemoryRoom;
import dev.throughline.app.room.Project;
import dev.throughline.app.room.Projects;
import dev.throughline.app.run.HomeHolder;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.model.ProxyException;
import dev.throughline.search.Answer;
import dev.throughline.search.Query;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JsonGenerator;

/** Opens the memory that a command is about: the one of the project it is started in, unless it is told another. */
record Rooms(Desk desk) {
    /** A few pages are embedded in this time; of many, those that are not are found by word. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final String PROJECT = "--project";

    /** The option that names another project. */
    static void addTo(CommandSpec spec) {
        spec.addOption(OptionSpec.builder(PROJECT)
                .paramLabel("DIR")
                .type(String.class)
                .description("the project whose memory it is; '-' for the shared one (default: where you are)")
                .build());
    }

    /** With a quiet log: what goes wrong is told in the command's own words, and not twice. */
    Rooms hushed(ParseResult given) {
        Logging logging = desk.config(given).logging();
        boolean isCurious = logging.level().compareTo(Logging.Level.DEBUG) <= 0;
        Logs.apply(new Logging(isCurious ? logging.level() : Logging.Level.ERROR, logging.form(), Optional.empty()));
        return this;
    }

    <T> T with(ParseResult given, Function<MemoryRoom, T> work) {
        hushed(given);
        try (Embedding embedding = embedding(given)) {
            return with(given, embedding, work);
        }
    }

    /** The same with a model that is kept for the next time. */
    <T> T with(ParseResult given, Embedding embedding, Function<MemoryRoom, T> work) {
        return with(given, embedding, new Meant(project(given), encodedProject(given)), work);
    }

    /** The same for every project there is, one after the other. */
    <T> List<T> withAll(ParseResult given, Function<MemoryRoom, T> work) {
        hushed(given);
        Config config = desk.configAgain(given);
        List<T> all = new ArrayList<>();
        try (Embedding embedding = embedding(given)) {
            for (Project each : new Projects(config.home(), config.memory().where()).all()) {
                all.add(with(given, embedding, new Meant(each, encoded(each.name())), work));
            }
        }
        return all;
    }

    /** A project, and how a request to a gateway names it. */
    private record Meant(Project project, String encoded) {}

    private <T> T with(ParseResult given, Embedding embedding, Meant meant, Function<MemoryRoom, T> work) {
        Config config = desk.configAgain(given);
        Optional<GatewayClient> gateway = gateway(config);
        try (MemoryRoom room = MemoryRoom.open(
                meant.project(),
                new MemoryRoom.Means(
                        desk.clock(),
                        HelperModel.NONE,
                        embedding,
                        config.memory().measures(),
                        config.search(),
                        PATIENCE,
                        gateway.map(client -> query -> search(client, meant.encoded(), query))))) {
            return work.apply(room);
        } finally {
            gateway.ifPresent(GatewayClient::close);
        }
    }

    /** What compares meaning, as it is set. */
    Embedding embedding(ParseResult given) {
        return new Embedding(
                desk.configAgain(given).search(),
                name -> desk.environment().variables().get(name));
    }

    /** Says a sentence, or prints it as JSON, with what else a program wants to know. */
    void say(ParseResult given, String sentence, Consumer<JsonGenerator> more) {
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> {
                json.writeStartObject();
                json.writeStringProperty("said", sentence);
                more.accept(json);
                json.writeEndObject();
            });
        } else {
            desk.screen().say(sentence);
        }
    }

    /** How many are to be listed. */
    static int limit(ParseResult given, int usual, int most) {
        int limit = given.matchedOptionValue("--limit", usual);
        if (limit < 1 || limit > most) {
            throw new IllegalArgumentException("expected a --limit from 1 to " + most + ", found " + limit);
        }
        return limit;
    }

    /** The gateway that has the home open, if one does: it has the index too. */
    Optional<GatewayClient> gateway(Config config) {
        return desk.homes().holder(config.home()).flatMap(HomeHolder::address).map(GatewayClient::new);
    }

    private static Answer search(GatewayClient gateway, String project, Query query) {
        String scopes = query.scopes().stream().map(Scopes::word).sorted().collect(Collectors.joining(","));
        String least = query.leastFit() > 0 ? "" : "&min_score=" + query.leastScore();
        String path = "search?q=" + encoded(query.text()) + "&scope=" + scopes + "&limit=" + query.mostResults() + least
                + "&project=" + project;
        return AnswerJson.read(JsonObject.read(gateway.ask(path).orElseThrow(Rooms::isOff)));
    }

    /** A gateway without memory knows no such path. */
    static ProxyException isOff() {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "memory_off",
                "the gateway that has this home open runs without memory; start it without '--memory none'");
    }

    /** The project that is meant, for the query of a request; it is there. */
    String encodedProject(ParseResult given) {
        return project(given).isShared() ? "" : encoded(word(given));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The project that is meant. */
    Project project(ParseResult given) {
        Config config = desk.configAgain(given);
        try {
            return new Projects(config.home(), config.memory().where()).find(word(given));
        } catch (ProxyException e) {
            throw new IllegalArgumentException(e.sentence(), e);
        }
    }

    /** What names the project that is meant, to a gateway too: nothing, a folder's path or a name. */
    String word(ParseResult given) {
        Path here = desk.environment().workingFolder();
        if (!given.hasMatchedOption(PROJECT)) {
            return here.toString();
        }
        String word = given.matchedOptionValue(PROJECT, "");
        if (word.equals("-")) {
            return "";
        }
        Path folder = here.resolve(word);
        if (word.isBlank() || (Files.exists(folder) && !Files.isDirectory(folder))) {
            throw new IllegalArgumentException(
                    "expected a folder, the name of a project or '-' in --project, found '" + word + "'");
        }
        return Files.isDirectory(folder) || word.contains("/")
                ? folder.normalize().toString()
                : word;
    }
}
