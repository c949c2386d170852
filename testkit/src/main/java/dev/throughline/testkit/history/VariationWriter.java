package dev.throughline.testkit.history;

import static dev.throughline.testkit.history.Json.arr;
import static dev.throughline.testkit.history.Json.obj;

import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes a history for one request with the {@link Variation}s that a plan allows. */
final class VariationWriter {
    private static final List<String> CALL_IDS = List.of("id", "tool_call_id", "tool_use_id");

    private final SimulatedDialect dialect;
    private final Set<Variation> allowed;
    private final Chance chance;

    VariationWriter(SimulatedDialect dialect, Set<Variation> allowed, Chance chance) {
        this.dialect = dialect;
        this.allowed = allowed;
        this.chance = chance;
    }

    List<Json.Obj> vary(List<Json.Obj> history) {
        boolean losesIds = has(Variation.IDS);
        boolean respells = has(Variation.ESCAPES);
        List<Json.Obj> varied = new ArrayList<>();
        for (Json.Obj element : history) {
            Json.Obj changed = has(Variation.LISTS) ? flip(element) : element;
            changed = losesIds ? loseIds(changed) : changed;
            changed = respells ? (Json.Obj) respell(changed) : changed;
            varied.add(has(Variation.KEYS) ? shuffle(changed) : changed);
        }
        if (dialect == SimulatedDialect.MESSAGES && allowed.contains(Variation.CACHE_MARKS)) {
            varied.add(mark(varied.removeLast()));
        }
        return varied;
    }

    private boolean has(Variation variations) {
        return allowed.contains(variations) && chance.percent(50);
    }

    private Json.Obj flip(Json.Obj element) {
        Json content = element.members().get("content");
        if (element.text("role").equals("assistant") || element.text("role").equals("tool")) {
            return element;
        }
        if (content instanceof Json.Str text) {
            return element.with("content", arr(obj("type", blockType(), "text", text)));
        }
        List<Json.Obj> blocks = element.objects("content");
        boolean isOneText =
                blocks.size() == 1 && blocks.getFirst().members().keySet().equals(Set.of("type", "text"));
        return isOneText
                ? element.with("content", blocks.getFirst().members().getOrDefault("text", Json.Raw.NULL))
                : element;
    }

    private String blockType() {
        return dialect == SimulatedDialect.RESPONSES ? "input_text" : "text";
    }

    private Json.Obj loseIds(Json.Obj element) {
        return switch (dialect) {
            case RESPONSES -> element.without("id");
            case CHAT, MESSAGES -> (Json.Obj) strip(element);
        };
    }

    /** Removes {@code _} from the ids of calls and results, but not from the input of calls. */
    private static Json strip(Json value) {
        return switch (value) {
            case Json.Obj(Map<String, Json> members) -> {
                Map<String, Json> changed = new LinkedHashMap<>();
                members.forEach((name, member) -> changed.put(
                        name,
                        member instanceof Json.Str text && CALL_IDS.contains(name)
                                ? Json.str(text.text().replace("_", ""))
                                : name.equals("input") ? member : strip(member)));
                yield new Json.Obj(changed);
            }
            case Json.Arr(List<Json> elements) ->
                arr(elements.stream().map(VariationWriter::strip).toList());
            case Json.Str text -> text;
            case Json.Raw raw -> raw;
        };
    }

    private static Json respell(Json value) {
        return switch (value) {
            case Json.Obj(Map<String, Json> members) -> {
                Map<String, Json> changed = new LinkedHashMap<>();
                members.forEach((name, member) -> changed.put(name, respell(member)));
                yield new Json.Obj(changed);
            }
            case Json.Arr(List<Json> elements) ->
                arr(elements.stream().map(VariationWriter::respell).toList());
            case Json.Str text -> Json.str(text.text());
            case Json.Raw raw -> raw;
        };
    }

    private Json.Obj shuffle(Json.Obj element) {
        List<String> names = new ArrayList<>(element.members().keySet());
        Collections.shuffle(names, chance.random());
        Map<String, Json> changed = new LinkedHashMap<>();
        for (String name : names) {
            Json member = element.members().getOrDefault(name, Json.Raw.NULL);
            boolean hasBlocks = name.equals("content") && member instanceof Json.Arr;
            changed.put(
                    name,
                    hasBlocks
                            ? arr(element.objects(name).stream()
                                    .map(this::shuffle)
                                    .toList())
                            : member);
        }
        return new Json.Obj(changed);
    }

    private Json.Obj mark(Json.Obj last) {
        Json.Obj listed = last.members().get("content") instanceof Json.Str ? flip(last) : last;
        List<Json.Obj> blocks = new ArrayList<>(listed.objects("content"));
        blocks.add(blocks.removeLast().with("cache_control", obj("type", "ephemeral")));
        return listed.with("content", arr(blocks));
    }
}
