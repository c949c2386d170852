package dev.throughline.server.rest;

import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.importer.HistoryImporter;
import dev.throughline.importer.ImportReport;
import dev.throughline.model.Bytes;
import dev.throughline.server.sessions.ImportRequest;
import dev.throughline.wire.json.RawObject;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/** The route for imports: {@code POST import} with the body {@code {"path":"/absolute/path","dry_run":false}}. */
final class ImportRestApi {
    private static final Set<String> MEMBERS = Set.of("path", "dry_run");

    private final HistoryImporter importer;

    ImportRestApi(HistoryImporter importer) {
        this.importer = importer;
    }

    void addTo(RestApi api) {
        api.add(
                "POST",
                "import",
                RouteContract.answers("Imports a file or a folder of this machine.", ImportReport.class)
                        .takes(RouteContract.DeclaredBody.json(ImportRequest.class, "path")),
                this::importPath);
    }

    private PlainAnswer importPath(RestApi.RestRequest request) {
        RawObject body = RawObject.of(request.body())
                .orElseThrow(() ->
                        new IllegalArgumentException("The body is not a request to import. Send a JSON object such as"
                                + " {\"path\":\"/home/ada/.codex/sessions\"}."));
        body.members().stream()
                .map(RawObject.Member::name)
                .filter(name -> !MEMBERS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("The member '" + name + "' is unknown; send path and dry_run.");
                });
        String path = body.text("path")
                .orElseThrow(() -> new IllegalArgumentException("The member path must be an absolute path."));
        return RestReply.json(importer.importPath(path(path), isDryRun(body)));
    }

    /** Whether only to count. A value that is not understood must not start an import. */
    private static boolean isDryRun(RawObject body) {
        String value = body.raw("dry_run").map(Bytes::utf8).orElse("false");
        return switch (value) {
            case "true" -> true;
            case "false", "null" -> false;
            default -> throw new IllegalArgumentException("dry_run is " + value + "; it must be true or false.");
        };
    }

    private static Path path(String text) {
        try {
            Path path = Path.of(text);
            if (path.isAbsolute()) {
                return path.normalize();
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'" + text + "' is not a path: " + e.getReason() + ".", e);
        }
        throw new IllegalArgumentException("'" + text + "' is not an absolute path.");
    }
}
