package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.command.Screen;
import dev.throughline.memory.workspace.Listing;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline memory list}: the pages of memory, the newest first. */
public final class PagesCommand implements Command {
    private final Desk desk;

    public PagesCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Lists the pages of memory, the newest first.");
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        return new Rooms(desk).with(given, room -> {
            Listing listing = room.memory().workspace().list();
            List<Listing.Entry> pages = listing.pages().stream()
                    .sorted(Comparator.comparing(Listing.Entry::modified).reversed())
                    .toList();
            if (given.hasMatchedOption("--json")) {
                json(pages);
            } else {
                print(pages, room.memory().workspace().folder().toString());
            }
            listing.skipped().forEach(skipped -> desk.screen().say(skipped.place() + ": " + skipped.reason()));
            return OK;
        });
    }

    private void print(List<Listing.Entry> pages, String folder) {
        if (pages.isEmpty()) {
            desk.screen().say("nothing is remembered in " + folder + " yet; try: throughline memory add 'I use tabs'");
        }
        pages.forEach(page -> desk.screen()
                .out()
                .println(String.format(
                        "%10s  %,8d  %s",
                        Screen.age(page.modified(), desk.clock().instant()),
                        page.bytes(),
                        Screen.harmless(page.path().text()))));
    }

    private void json(List<Listing.Entry> pages) {
        desk.print(json -> {
            json.writeStartArray();
            for (Listing.Entry page : pages) {
                json.writeStartObject();
                json.writeStringProperty("path", page.path().text());
                json.writeNumberProperty("bytes", page.bytes());
                json.writeStringProperty("modified", page.modified().toString());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }
}
