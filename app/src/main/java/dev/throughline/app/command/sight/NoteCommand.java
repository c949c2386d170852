package dev.throughline.app.command.sight;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.library.Library;
import dev.throughline.engine.state.Note;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.SessionId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code throughline todo} and {@code throughline pin}: shows a note of a session, or replaces it by a text, by what
 * stands on standard input ({@code -}), or by nothing.
 */
public final class NoteCommand implements Command {
    private final Desk desk;
    private final Note note;
    private final String about;
    private final InputStream input;

    public NoteCommand(Desk desk, Note note, String about, InputStream input) {
        this.desk = desk;
        this.note = note;
        this.about = about;
        this.input = input;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Shows or sets " + about + ". Its agent sees it with its next message.");
        spec.addPositional(Flags.idOfSession());
        spec.addPositional(PositionalParamSpec.builder()
                .index("1")
                .arity("0..1")
                .paramLabel("TEXT")
                .type(String.class)
                .description("what to set; - reads it from standard input")
                .build());
        spec.addOption(OptionSpec.builder("--clear").description("remove it").build());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        spec.parser().unmatchedOptionsArePositionalParams(true); // A todo may well begin with a dash.
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        String session = Flags.session(given);
        Optional<String> text = text(given);
        boolean isJson = given.hasMatchedOption("--json");
        return desk.read(given, library -> {
                    SessionId id = library.named(session).ref().id();
                    text.ifPresent(each -> library.keepNote(id, note, each));
                    tell(library, id, isJson, text.isPresent());
                    return OK;
                })
                .orElse(FAILED);
    }

    private Optional<String> text(ParseResult given) {
        Optional<String> text = Optional.ofNullable(given.matchedPositionalValue(1, null));
        boolean isClear = given.hasMatchedOption("--clear");
        if (isClear && text.isPresent()) {
            throw new IllegalArgumentException("a text and --clear cannot be combined");
        }
        text.filter(each -> each.matches("--[a-z][a-z-]*")).ifPresent(each -> {
            throw new IllegalArgumentException("expected a text or --clear, found '" + each + "'");
        });
        return isClear ? Optional.of("") : text.map(each -> each.equals("-") ? read() : each);
    }

    private String read() {
        try {
            return new String(input.readNBytes(StateNotes.MOST_BYTES + 1), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read", e);
        }
    }

    private void tell(Library library, SessionId id, boolean isJson, boolean isSet) {
        String text = library.note(id, note).orElse("");
        if (isJson) {
            desk.print(json -> {
                json.writeStartObject();
                json.writeStringProperty("session", id.toString());
                json.writeStringProperty("note", note.word());
                json.writeStringProperty("text", text);
                json.writeEndObject();
            });
        } else if (isSet) {
            desk.screen().say(text.isEmpty() ? "removed" : "set; the agent sees it with its next message");
        } else if (!text.isEmpty()) {
            desk.screen().out().println(text.stripTrailing());
        } else {
            desk.screen().say("session " + id + " has none");
        }
    }
}
