package dev.throughline.server.rest;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a route takes and what it answers with. It is declared where the route is added. The OpenAPI document describes
 * it, and a request with another query parameter is refused: {@code dryrun=true} must not delete anything.
 *
 * @param bodies the forms that the body may have; empty if the route takes none
 * @param replies the views that it answers with; empty if it answers with exact bytes
 */
record RouteContract(
        String summary,
        List<DeclaredParameter> query,
        List<DeclaredBody> bodies,
        boolean isBodyRequired,
        List<Class<?>> replies) {
    /**
     * A query parameter.
     *
     * @param type its type in JSON Schema
     * @param words the values that it may have; empty for any value of its type
     */
    record DeclaredParameter(String name, String type, List<String> words, String about, boolean isRequired) {
        static DeclaredParameter text(String name, String about) {
            return new DeclaredParameter(name, "string", List.of(), about, false);
        }

        static DeclaredParameter integer(String name, String about) {
            return new DeclaredParameter(name, "integer", List.of(), about, false);
        }

        static DeclaredParameter number(String name, String about) {
            return new DeclaredParameter(name, "number", List.of(), about, false);
        }

        static DeclaredParameter flag(String name, String about) {
            return new DeclaredParameter(name, "boolean", List.of("true", "false"), about, false);
        }

        static DeclaredParameter word(String name, String about, List<String> words) {
            return new DeclaredParameter(name, "string", words, about, false);
        }

        DeclaredParameter required() {
            return new DeclaredParameter(name, type, words, about, true);
        }

        private void check(String value) {
            if (!words.isEmpty() && !words.contains(value)) {
                throw new IllegalArgumentException(
                        "'" + name + "' is '" + value + "'; it must be " + String.join(" or ", words) + ".");
            }
        }
    }

    /**
     * A form of the body: a JSON object with these members, or text.
     *
     * @param required the members that it must have
     */
    record DeclaredBody(String mediaType, Class<?> view, List<String> required) {
        static final DeclaredBody TEXT = new DeclaredBody("text/plain", String.class, List.of());

        static DeclaredBody json(Class<?> view, String... required) {
            return new DeclaredBody("application/json", view, List.of(required));
        }
    }

    static RouteContract answers(String summary, Class<?>... replies) {
        return new RouteContract(summary, List.of(), List.of(), false, List.of(replies));
    }

    RouteContract with(DeclaredParameter... more) {
        List<DeclaredParameter> all =
                Stream.concat(query.stream(), Stream.of(more)).toList();
        return new RouteContract(summary, all, bodies, isBodyRequired, replies);
    }

    /** This contract with a body in one of these forms. */
    RouteContract takes(DeclaredBody... forms) {
        return new RouteContract(summary, query, List.of(forms), true, replies);
    }

    /** This contract with a body in one of these forms, which may also be empty. */
    RouteContract mayTake(DeclaredBody... forms) {
        return new RouteContract(summary, query, List.of(forms), false, replies);
    }

    /** @throws IllegalArgumentException if a parameter is not declared, or has none of its words */
    void check(QueryParameters parameters) {
        parameters.values().forEach((name, value) -> declared(name).check(value));
    }

    private DeclaredParameter declared(String name) {
        return query.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a parameter of this route; "
                        + (query.isEmpty()
                                ? "it has none."
                                : "use "
                                        + String.join(
                                                ", ",
                                                query.stream()
                                                        .map(DeclaredParameter::name)
                                                        .toList())
                                        + ".")));
    }
}
