package dev.throughline.simulator.validation;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** OpenAI's error messages for invalid requests. */
final class OpenAiErrors {
    private OpenAiErrors() {}

    static RequestRefusedException missing(String path) {
        return of(path, "missing_required_parameter", "Missing required parameter: '" + path + "'.");
    }

    static RequestRefusedException unknown(String path) {
        return of(path, "unknown_parameter", "Unknown parameter: '" + path + "'.");
    }

    static RequestRefusedException wrongType(String path, String expected, JsonNode found) {
        return of(
                path,
                "invalid_type",
                "Invalid type for '" + path + "': expected " + expected + ", but got " + kind(found) + " instead.");
    }

    static RequestRefusedException wrongValue(String path, String found, List<String> supported) {
        String all = String.join(
                ", ",
                supported.subList(0, supported.size() - 1).stream()
                        .map(OpenAiErrors::quoted)
                        .toList());
        return of(
                path,
                "invalid_value",
                "Invalid value: '" + found + "'. Supported values are: " + all + ", and " + quoted(supported.getLast())
                        + ".");
    }

    static RequestRefusedException emptyArray(String path) {
        return of(
                path,
                "empty_array",
                "Invalid '" + path + "': empty array. Expected an array with minimum length 1, but got an empty array"
                        + " instead.");
    }

    static RequestRefusedException emptyString(String path) {
        return of(
                path,
                "empty_string",
                "Invalid '" + path + "': empty string. Expected a string with minimum length 1, but got an empty string"
                        + " instead.");
    }

    static RequestRefusedException wrongPattern(String path, String pattern) {
        return of(
                path,
                "invalid_value",
                "Invalid '" + path + "': string does not match pattern. Expected a string that matches the pattern '"
                        + pattern + "'.");
    }

    /** A fault that has a place but no code, as the rules about calls and their outputs have. */
    static RequestRefusedException plain(String rule, String path, String message) {
        return new RequestRefusedException(rule, ProviderError.invalid(path, null, message));
    }

    private static RequestRefusedException of(String path, String code, String message) {
        return new RequestRefusedException(ProviderError.invalid(path, code, message));
    }

    private static String quoted(String value) {
        return "'" + value + "'";
    }

    private static String kind(JsonNode found) {
        return switch (found.getNodeType()) {
            case NULL, MISSING -> "null";
            case STRING -> "a string";
            case ARRAY -> "an array";
            case OBJECT, POJO -> "an object";
            case BOOLEAN -> "a boolean";
            case NUMBER -> found.isIntegralNumber() ? "an integer" : "a decimal";
            case BINARY -> found.getNodeType().name().toLowerCase(Locale.ROOT);
        };
    }
}
