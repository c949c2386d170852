package dev.throughline.app.remember;

import dev.throughline.app.command.Desk;
import dev.throughline.search.embed.Embedders;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.ParseResult;

/** Opens the memory of the home in force for one piece of work. */
record Rooms(Desk desk) {
    <T> T with(ParseResult given, Function<MemoryRoom, T> work) {
        return with(given, Embedders.AUTO, work);
    }

    /** The same for work that compares no meaning, so that no model is loaded. */
    <T> T plainly(ParseResult given, Function<MemoryRoom, T> work) {
        return with(given, new Embedders("none", null, null, Map.of()), work);
    }

    private <T> T with(ParseResult given, Embedders embedders, Function<MemoryRoom, T> work) {
        try (MemoryRoom room = MemoryRoom.open(
                desk.config(given).home(),
                desk.clock(),
                embedders,
                name -> desk.environment().variables().get(name))) {
            return work.apply(room);
        }
    }
}
