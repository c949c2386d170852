package dev.throughline.memory.consolidate;

import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.wire.json.Json;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what the helper proposes for a merge. A line that names no session of the input has no source, and goes. */
final class Answers {
    private Answers() {}

    static Merger merger(Json answer, List<Rollout> rollouts) {
        if (!(answer instanceof Json.Obj object)) {
            throw new IllegalArgumentException("expected an object");
        }
        List<String> added = new ArrayList<>();
        for (Json each : object.list("add")) {
            if (each instanceof Json.Obj one) {
                line(one, rollouts).ifPresent(added::add);
            }
        }
        List<String> removed = new ArrayList<>();
        for (Json each : object.list("remove")) {
            if (each instanceof Json.Text text) {
                removed.add(text.value().strip());
            }
        }
        List<Merger.Skill> skills = new ArrayList<>();
        for (Json each : object.list("skills")) {
            if (each instanceof Json.Obj one) {
                skills.add(new Merger.Skill(
                        one.text("name").orElse(""),
                        one.text("description").orElse(""),
                        one.text("body").orElse("")));
            }
        }
        return new Merger(added, removed, object.text("summary").orElse(""), skills);
    }

    private static Optional<String> line(Json.Obj one, List<Rollout> rollouts) {
        String text = Admission.line(one.text("text").orElse(""));
        String from = one.text("from").orElse("");
        if (text.isEmpty() || !from.matches("r[0-9]{1,4}")) {
            return Optional.empty();
        }
        int number = Integer.parseInt(from.substring(1));
        if (number < 1 || number > rollouts.size()) {
            return Optional.empty();
        }
        Rollout rollout = rollouts.get(number - 1);
        LocalDate date = LocalDate.ofInstant(rollout.updated(), ZoneOffset.UTC);
        String handle = one.text("handle").orElse("");
        return Optional.of("- " + text + " " + new LineSource(date, rollout.session(), handle).written());
    }
}
