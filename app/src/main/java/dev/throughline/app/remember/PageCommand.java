package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.command.Screen;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline memory show}: one page, whole. */
public final class PageCommand implements Command {
    private final Desk desk;

    public PageCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Prints one page of memory.");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("0..1")
                .paramLabel("PATH")
                .type(String.class)
                .defaultValue(MemoryPath.MEMORY.text())
                .description("its path in the workspace (default: ${DEFAULT-VALUE})")
                .build());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        String named = given.matchedPositionalValue(0, MemoryPath.MEMORY.text());
        Optional<Piece> piece = Piece.of(named);
        if (piece.isPresent()) {
            desk.screen()
                    .say(named + " is a piece of a session, and no page; open it with: "
                            + piece.get().command());
            return FAILED;
        }
        MemoryPath path = new MemoryPath(named);
        return new Rooms(desk).with(given, room -> {
            Optional<Page> page = room.memory().workspace().read(path);
            page.ifPresent(each -> print(given, each));
            if (page.isEmpty()) {
                desk.screen().say("there is no page " + path + "; see: throughline memory list");
            }
            return page.isPresent() ? OK : FAILED;
        });
    }

    private void print(ParseResult given, Page page) {
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> {
                json.writeStartObject();
                json.writeStringProperty("path", page.path().text());
                json.writeStringProperty("text", page.text());
                json.writeEndObject();
            });
        } else {
            page.text().lines().map(Screen::harmless).forEach(desk.screen().out()::println);
        }
    }
}
