package dev.throughline.app.remember;

import dev.throughline.app.command.Desk;
import dev.throughline.app.config.Config;
import dev.throughline.engine.helper.HelperModel;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Opens the memory that a command is about: the one of the project it is started in, unless it is told another. */
record Rooms(Desk desk) {
    private static final String PROJECT = "--project";

    /** The option that names another project. */
    static void addTo(CommandSpec spec) {
        spec.addOption(OptionSpec.builder(PROJECT)
                .paramLabel("DIR")
                .type(String.class)
                .description("the project whose memory it is; '-' for the shared one (default: where you are)")
                .build());
    }

    <T> T with(ParseResult given, Function<MemoryRoom, T> work) {
        Config config = desk.config(given);
        try (Embedding embedding = embedding(config);
                MemoryRoom room = MemoryRoom.open(
                        project(given),
                        new MemoryRoom.Means(
                                desk.clock(),
                                HelperModel.NONE,
                                embedding,
                                config.memory().extractEveryTurns()))) {
            return work.apply(room);
        }
    }

    private Embedding embedding(Config config) {
        return new Embedding(
                config.search(), name -> desk.environment().variables().get(name));
    }

    /** The project that is meant. */
    Project project(ParseResult given) {
        Config config = desk.config(given);
        Projects projects = new Projects(config.home(), config.memory().where());
        String named = given.hasMatchedOption(PROJECT) ? given.matchedOptionValue(PROJECT, "") : "";
        Path here = desk.environment().workingFolder();
        return named.equals("-") ? projects.shared() : projects.of(named.isEmpty() ? here : here.resolve(named));
    }
}
