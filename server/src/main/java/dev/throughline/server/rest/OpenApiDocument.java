package dev.throughline.server.rest;

import dev.throughline.server.json.ViewSchema;
import dev.throughline.server.sessions.GatewayClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI 3.1 document of the REST interface, generated from the contracts of its routes. A star in the path of a
 * route is a parameter, which has the name of the place before it.
 */
final class OpenApiDocument {
    /** Every route may answer with these, besides 200. */
    private static final Map<Integer, String> ERRORS = new TreeMap<>(Map.of(
            400, "The request is malformed.",
            403, "The headers name a session or an origin that may not use this route, or the host is foreign.",
            404, "There is no such thing.",
            409, "It is not possible in the present state of the session.",
            413, "The body is too large.",
            503, "The store or the memory is not available; try again."));

    private static final String JSON = "application/json";

    private OpenApiDocument() {}

    /** @param routes the contracts of each path, by method */
    static ObjectNode of(Map<String, Map<String, RouteContract>> routes, String version) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("openapi", "3.1.0");
        document.putObject("info").put("title", "Throughline").put("version", version);
        document.putArray("servers").addObject().put("url", RestApi.PREFIX.substring(0, RestApi.PREFIX.length() - 1));
        ObjectNode paths = document.putObject("paths");
        new TreeMap<>(routes).forEach((path, methods) -> {
            List<String> parameters = new ArrayList<>();
            ObjectNode item = paths.putObject("/" + template(path, parameters));
            methods.forEach((method, contract) -> operation(item, method, path, parameters, contract));
        });
        ObjectNode responses = document.putObject("components").putObject("responses");
        ERRORS.forEach((status, description) -> {
            ObjectNode content = responses
                    .putObject("error_" + status)
                    .put("description", description)
                    .putObject("content");
            content.putObject(JSON).set("schema", ViewSchema.of(GatewayClient.RestError.class));
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

    private static void operation(
            ObjectNode item, String method, String path, List<String> inPath, RouteContract contract) {
        String name = method.toLowerCase(Locale.ROOT);
        ObjectNode operation = item.putObject(name);
        operation.put("operationId", name + "_" + path.replace("*", "id").replaceAll("[^a-z]+", "_"));
        operation.put("summary", contract.summary());
        parameters(operation.putArray("parameters"), inPath, contract);
        if (!contract.bodies().isEmpty()) {
            ObjectNode body = operation.putObject("requestBody").put("required", contract.isBodyRequired());
            ObjectNode content = body.putObject("content");
            contract.bodies()
                    .forEach(form -> content.putObject(form.mediaType()).set("schema", schema(form)));
        }
        ObjectNode responses = operation.putObject("responses");
        reply(responses.putObject("200").put("description", "The answer."), contract.replies());
        for (int status : ERRORS.keySet()) {
            responses.putObject(Integer.toString(status)).put("$ref", "#/components/responses/error_" + status);
        }
    }

    private static void parameters(ArrayNode listed, List<String> inPath, RouteContract contract) {
        for (String name : inPath) {
            listed.addObject()
                    .put("name", name)
                    .put("in", "path")
                    .put("required", true)
                    .putObject("schema")
                    .put("type", "string");
        }
        for (RouteContract.DeclaredParameter each : contract.query()) {
            ObjectNode schema = listed.addObject()
                    .put("name", each.name())
                    .put("in", "query")
                    .put("description", each.about())
                    .put("required", each.isRequired())
                    .putObject("schema")
                    .put("type", each.type());
            if (each.type().equals("string") && !each.words().isEmpty()) {
                each.words().forEach(schema.putArray("enum")::add);
            }
        }
    }

    /** The schema of a body. Members that are not in it are ignored. */
    private static ObjectNode schema(RouteContract.DeclaredBody form) {
        ObjectNode schema = ViewSchema.of(form.view());
        schema.remove(List.of("additionalProperties", "required"));
        if (!form.required().isEmpty()) {
            form.required().forEach(schema.putArray("required")::add);
        }
        return schema;
    }

    private static void reply(ObjectNode response, List<Class<?>> views) {
        ObjectNode content = response.putObject("content");
        if (views.isEmpty()) {
            content.putObject("application/octet-stream");
        } else if (views.size() == 1) {
            content.putObject(JSON).set("schema", ViewSchema.of(views.getFirst()));
        } else {
            ArrayNode each = content.putObject(JSON).putObject("schema").putArray("anyOf");
            views.forEach(view -> each.add(ViewSchema.of(view)));
        }
    }
}
