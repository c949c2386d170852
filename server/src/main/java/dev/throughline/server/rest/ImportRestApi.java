package dev.throughline.server.rest;

import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.importer.HistoryImporter;
import dev.throughline.importer.ImportReport;
import dev.throughline.model.Bytes;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.sessions.ImportRequest;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;

/** The route for imports: {@code POST import} with the body {@code {"path":"/absolute/path","dry_run":false}}. */
final class ImportRestApi {
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
        ImportRequest wanted = parse(request.body());
        return RestReply.json(importer.importPath(path(wanted.path()), wanted.isDryRun()));
    }

    private static ImportRequest parse(Bytes body) {
        try {
            return ViewJson.read(body.toArray(), ImportRequest.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "The body is not a request to import. Send a JSON object such as"
                            + " {\"path\":\"/home/ada/.codex/sessions\"}.",
                    e);
        }
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
