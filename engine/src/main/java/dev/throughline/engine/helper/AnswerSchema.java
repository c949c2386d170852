package dev.throughline.engine.helper;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The schema of an answer. It supports the part of JSON Schema that the questions use: {@code type} (one word), {@code
 * properties}, {@code required}, {@code items}, {@code enum} of texts, and {@code maxLength} in UTF-16 units. Other
 * members are for the model and are not checked. An answer may have members that the schema does not list.
 */
public final class AnswerSchema {
    /** The maximum number of problems to report. More do not help the model to correct its answer. */
    private static final int MAX_PROBLEMS = 8;

    private final Bytes text;
    private final Json.Obj rules;

    /** @throws IllegalArgumentException if the text is not a JSON object */
    public AnswerSchema(Bytes text) {
        this.text = text;
        if (!(Json.parse(text) instanceof Json.Obj object)) {
            throw new IllegalArgumentException("A schema must be a JSON object: " + text);
        }
        this.rules = object;
    }

    /** The schema for the model. */
    public Bytes text() {
        return text;
    }

    /** The problems of a value, each with its path; empty if the value matches the schema. */
    public List<String> problems(Json value) {
        List<String> found = new ArrayList<>();
        check(rules, value, "$", found);
        return List.copyOf(found.subList(0, Math.min(MAX_PROBLEMS, found.size())));
    }

    private static void check(Json.Obj rules, Json value, String path, List<String> found) {
        String type = rules.type();
        if (!type.isEmpty() && !hasType(type, value)) {
            found.add(path + ": expected " + type);
            return;
        }
        List<Json> allowed = rules.list("enum");
        if (!allowed.isEmpty() && allowed.stream().noneMatch(one -> isSame(one, value))) {
            found.add(path + ": expected one of the listed values");
        }
        switch (value) {
            case Json.Obj object -> checkMembers(rules, object, path, found);
            case Json.Arr array -> checkElements(rules, array, path, found);
            case Json.Text text -> checkLength(rules, text, path, found);
            case Json.Num _, Json.Bool _, Json.Nil _ -> {}
        }
    }

    private static boolean hasType(String type, Json value) {
        return switch (value) {
            case Json.Obj _ -> type.equals("object");
            case Json.Arr _ -> type.equals("array");
            case Json.Text _ -> type.equals("string");
            case Json.Num number ->
                type.equals("number")
                        || (type.equals("integer") && number.digits().matches("-?[0-9]+"));
            case Json.Bool _ -> type.equals("boolean");
            case Json.Nil _ -> type.equals("null");
        };
    }

    private static boolean isSame(Json one, Json other) {
        return one instanceof Json.Text first
                && other instanceof Json.Text second
                && Objects.equals(first.value(), second.value());
    }

    private static void checkMembers(Json.Obj rules, Json.Obj value, String path, List<String> found) {
        for (Json name : rules.list("required")) {
            if (name instanceof Json.Text text && !value.members().containsKey(text.value())) {
                found.add(path + ": '" + text.value() + "' is missing");
            }
        }
        if (rules.get("properties") instanceof Json.Obj properties) {
            properties.members().forEach((name, rule) -> {
                Json member = value.members().get(name);
                if (member != null && rule instanceof Json.Obj inner) {
                    check(inner, member, path + "." + name, found);
                }
            });
        }
    }

    private static void checkElements(Json.Obj rules, Json.Arr value, String path, List<String> found) {
        if (rules.get("items") instanceof Json.Obj inner) {
            for (int i = 0; i < value.elements().size(); i++) {
                check(inner, value.elements().get(i), path + "[" + i + "]", found);
            }
        }
    }

    private static void checkLength(Json.Obj rules, Json.Text value, String path, List<String> found) {
        if (rules.get("maxLength") instanceof Json.Num maximum
                && value.value().length() > Long.parseLong(maximum.digits())) {
            found.add(path + ": expected at most " + maximum.digits() + " characters, found "
                    + value.value().length());
        }
    }
}
