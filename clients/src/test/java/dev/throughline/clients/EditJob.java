package dev.throughline.clients;

import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.server.ModelRequest;
import dev.throughline.simulator.server.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A model that edits a file while it reads, searches and tests, and that knows only what its prompt shows. If the lines
 * that an edit replaces are in the request verbatim and in one piece, it edits; otherwise it reads the file again,
 * which is counted.
 *
 * <pre>
 *   turn 13, lines visible       →  Edit, or apply_patch with these lines as its hunk
 *   turn 13, lines not visible   →  a read of the whole file, then the edit
 * </pre>
 */
final class EditJob implements Script {
    private static final String DONE = "All five edits are made.";
    private static final int MOST_LINES = 400;

    private final Script agent = Script.agent();
    private final List<EditStep> steps = EditStep.all();
    private final List<EditedFile.Replacement> replacements = new EditedFile().replacements();
    private final Path folder;
    private final List<Missing> missing = new ArrayList<>();
    private final Set<String> written = new HashSet<>();
    private final Set<String> reworded = new HashSet<>();
    private int turn;
    private int step;

    /**
     * An edit whose lines the model could not see.
     *
     * @param turn from 1; the prompt answers as many calls as there were turns before it
     * @param prompt what reached the model
     */
    record Missing(int turn, int edit, String text, VisiblePrompt prompt) {
        /** What replaced the lines, given a prompt of the client that still contains all of them. */
        String explained(VisiblePrompt whole) {
            String places = whole.results().stream()
                    .limit(turn - 1L)
                    .filter(result -> result.shows(text))
                    .map(result -> "\nin place of result " + result.id() + ": " + instead(result))
                    .collect(Collectors.joining());
            return "\nturn " + turn + ", edit " + edit + ", not in the prompt:\n" + text + places + "\n";
        }

        /** The lines that the model saw in place of a result and that the result did not contain. */
        private String instead(VisiblePrompt.Result sent) {
            Set<String> lines = sent.text().lines().collect(Collectors.toSet());
            return prompt.results().stream()
                    .filter(seen -> seen.id().equals(sent.id()))
                    .flatMap(seen -> seen.text().lines())
                    .filter(line -> !lines.contains(line))
                    .map(line -> "\n  " + line)
                    .collect(Collectors.joining());
        }
    }

    /** A job on the file in this folder. */
    EditJob(Path folder) {
        this.folder = folder;
    }

    /** Every edit before which the file had to be read again. */
    synchronized List<Missing> missing() {
        return List.copyOf(missing);
    }

    /** Every text in the model's calls that the model did not write. */
    synchronized Set<String> reworded() {
        return Set.copyOf(reworded);
    }

    /** Whether every step was taken. */
    synchronized boolean isDone() {
        return step == steps.size();
    }

    @Override
    public synchronized Answer answer(ModelRequest asked) {
        if (asked.tools().isEmpty()) {
            return agent.answer(asked); // A question beside the conversation.
        }
        VisiblePrompt prompt = VisiblePrompt.of(asked.dialect(), asked.body());
        compare(prompt);
        if (isDone()) {
            return Answer.text(DONE);
        }
        turn++;
        AnswerPart call = next(asked, prompt);
        written.addAll(texts(call));
        List<AnswerPart> parts = new ArrayList<>();
        if (asked.thinks()) {
            parts.add(new AnswerPart.Reasoning("One step after the other."));
        }
        parts.add(call);
        return new Answer.Said(parts, Answer.Stop.DONE, Delivery.PLAIN);
    }

    /** A model calls a tool as it did before, so what it reads in a call must be what it wrote. */
    private void compare(VisiblePrompt prompt) {
        for (VisiblePrompt.Call call : prompt.calls()) {
            call.texts().stream()
                    .filter(text -> !written.contains(text))
                    .forEach(text -> reworded.add(call.tool() + ": " + text));
        }
    }

    private AnswerPart next(ModelRequest asked, VisiblePrompt prompt) {
        EditStep wanted = steps.get(step);
        if (wanted instanceof EditStep.Replace(int number)) {
            String text = replacements.get(number - 1).before();
            boolean isReadAgain = !missing.isEmpty() && missing.getLast().edit() == number;
            if (!prompt.shows(text) && !isReadAgain) {
                missing.add(new Missing(turn, number, text, prompt));
                return read(asked, new EditStep.Read(EditedFile.NAME, 1, MOST_LINES));
            }
        }
        step++;
        return switch (wanted) {
            case EditStep.Read read -> read(asked, read);
            case EditStep.Write write -> write(asked, write);
            case EditStep.Run(String command) -> ToolScript.call(asked.tools(), command);
            case EditStep.Replace(int number) -> replace(asked, replacements.get(number - 1));
        };
    }

    private AnswerPart read(ModelRequest asked, EditStep.Read read) {
        if (asked.tools().contains("Read")) {
            return new AnswerPart.Call(
                    "Read",
                    JsonNodes.write(JsonNodes.object()
                            .put("file_path", folder.resolve(read.file()).toString())
                            .put("offset", read.first())
                            .put("limit", read.last() - read.first() + 1)));
        }
        return ToolScript.call(asked.tools(), "sed -n '" + read.first() + "," + read.last() + "p' " + read.file());
    }

    private AnswerPart write(ModelRequest asked, EditStep.Write write) {
        if (asked.tools().contains("Write")) {
            return new AnswerPart.Call(
                    "Write",
                    JsonNodes.write(JsonNodes.object()
                            .put("file_path", folder.resolve(write.file()).toString())
                            .put("content", write.text())));
        }
        String added = write.text().lines().map(line -> "+" + line + "\n").collect(Collectors.joining());
        return new AnswerPart.CustomCall(
                "apply_patch", "*** Begin Patch\n*** Add File: " + write.file() + "\n" + added + "*** End Patch\n");
    }

    private AnswerPart replace(ModelRequest asked, EditedFile.Replacement replacement) {
        if (asked.tools().contains("Edit")) {
            return new AnswerPart.Call(
                    "Edit",
                    JsonNodes.write(JsonNodes.object()
                            .put("file_path", folder.resolve(EditedFile.NAME).toString())
                            .put("old_string", replacement.before())
                            .put("new_string", replacement.after())));
        }
        return new AnswerPart.CustomCall("apply_patch", replacement.patch(EditedFile.NAME));
    }

    private static List<String> texts(AnswerPart call) {
        return switch (call) {
            case AnswerPart.Call(String _, String arguments, String _) ->
                VisiblePrompt.texts(JsonNodes.read(arguments));
            case AnswerPart.CustomCall(String _, String input, String _) -> List.of(input);
            case AnswerPart.Text _,
                    AnswerPart.Reasoning _,
                    AnswerPart.Compaction _,
                    AnswerPart.Refusal _,
                    AnswerPart.Flood _ -> List.of();
        };
    }
}
