package dev.throughline.server.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI 3.1 document of the REST interface, generated from its routes, so that no route is missing. A star in the
 * path of a route is a parameter, which has the name of the place before it.
 */
final class OpenApiDocument {
    /** Every route may answer with these, besides 200. */
    private static final Map<Integer, String> ERRORS = new TreeMap<>(Map.of(
            400, "The request is malformed.",
            404, "There is no such thing.",
            409, "It is not possible in the present state of the session.",
            413, "The body is too large.",
            503, "The store or the memory is not available; try again."));

    private OpenApiDocument() {}

    /** @param routes the methods of each path */
    static ObjectNode of(Map<String, ? extends Map<String, ?>> routes, String version) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("openapi", "3.1.0");
        document.putObject("info").put("title", "Throughline").put("version", version);
        document.putArray("servers").addObject().put("url", RestApi.PREFIX.substring(0, RestApi.PREFIX.length() - 1));
        ObjectNode paths = document.putObject("paths");
        new TreeMap<>(routes).forEach((path, methods) -> {
            List<String> parameters = new ArrayList<>();
            ObjectNode item = paths.putObject("/" + template(path, parameters));
            methods.keySet().forEach(method -> operation(item, method, path, parameters));
        });
        return document;
    }

    private static String template(String path, List<String> parameters) {
        String[] names = path.split("/", -1);
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals("*")) {
                String parameter = names[i - 1].replaceFirst("s$", "");
                parameters.add(parameter);
                names[i] = "{" + parameter + "}";
            }
        }
        return String.join("/", names);
    }

    private static void operation(ObjectNode item, String method, String path, List<String> parameters) {
        ObjectNode operation = item.putObject(method.toLowerCase(Locale.ROOT));
        operation.put("operationId", method.toLowerCase(Locale.ROOT) + "_" + path.replaceAll("[^a-z]+", "_"));
        ArrayNode listed = operation.putArray("parameters");
        for (String parameter : parameters) {
            listed.addObject()
                    .put("name", parameter)
                    .put("in", "path")
                    .put("required", true)
                    .putObject("schema")
                    .put("type", "string");
        }
        ObjectNode responses = operation.putObject("responses");
        content(responses.putObject("200").put("description", "The answer."));
        ERRORS.forEach((status, description) ->
                content(responses.putObject(Integer.toString(status)).put("description", description)));
    }

    private static void content(ObjectNode response) {
        response.putObject("content").putObject("application/json").putObject("schema");
    }
}
