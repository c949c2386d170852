package dev.throughline.engine.edit;

import dev.throughline.model.Bytes;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.Json;
import dev.throughline.workingset.CallSubject.Argument;
import java.util.ArrayList;
import java.util.List;

/** Reads the arguments of a call as names and values, at any depth. */
public final class CallArguments {
    private final List<Argument> found = new ArrayList<>();

    private CallArguments() {}

    /** The arguments in a JSON text; any other text is one argument named {@code input}. */
    public static List<Argument> of(String text) {
        CallArguments arguments = new CallArguments();
        try {
            arguments.gather("input", Json.parse(Bytes.of(text)));
        } catch (UnreadableException e) {
            return List.of(new Argument("input", text));
        }
        return arguments.found;
    }

    /** The values without their names, one per line. */
    static String valuesText(String text) {
        StringBuilder lines = new StringBuilder();
        for (Argument argument : of(text)) {
            lines.append(lines.isEmpty() ? "" : "\n").append(argument.value());
        }
        return lines.toString();
    }

    private void gather(String name, Json value) {
        switch (value) {
            case Json.Text text -> found.add(new Argument(name, text.value()));
            case Json.Num number -> found.add(new Argument(name, number.digits()));
            case Json.Obj object -> object.members().forEach(this::gather);
            case Json.Arr array -> gatherList(name, array);
            case Json.Bool _, Json.Nil _ -> {}
        }
    }

    /**
     * Adds the elements of a list. A command is often a list of words, and a shell runs the last one, so only the last
     * word gets the name.
     */
    private void gatherList(String name, Json.Arr array) {
        boolean areWords = array.elements().stream().allMatch(Json.Text.class::isInstance);
        if (areWords && !array.elements().isEmpty() && array.elements().getLast() instanceof Json.Text last) {
            found.add(new Argument(name, last.value()));
            array.elements().subList(0, array.elements().size() - 1).forEach(word -> gather("", word));
        } else {
            array.elements().forEach(element -> gather(name, element));
        }
    }
}
