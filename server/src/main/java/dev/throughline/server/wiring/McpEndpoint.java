package dev.throughline.server.wiring;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.gateway.HostNames;
import dev.throughline.gateway.PlainHandler;
import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.mcp.McpHttpServer;
import dev.throughline.mcp.McpTool;
import dev.throughline.mcp.ServerIdentity;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.SessionAccess;
import dev.throughline.memory.tool.MemoryTools;
import dev.throughline.memory.tool.SessionTools;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Tenant;
import dev.throughline.server.rest.QueryParameters;
import dev.throughline.server.sessions.SessionCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tools of memory and sessions over HTTP, at {@code /mcp} for the shared memory and at
 * {@code /mcp?project=/home/ada/parser} for a project's. A request whose headers name a session or an origin gets what
 * that session may read. Safe for use by many threads.
 */
final class McpEndpoint implements PlainHandler {
    static final String PATH = "/mcp";
    private static final int MAX_SERVERS = 64;

    private final MemoryService memory;
    private final SessionCatalog sessions;
    private final String host;
    private final Cache<Project, McpHttpServer> servers =
            Caffeine.newBuilder().maximumSize(MAX_SERVERS).build();

    McpEndpoint(MemoryService memory, SessionCatalog sessions, String host) {
        this.memory = memory;
        this.sessions = sessions;
        this.host = host;
    }

    @Override
    public PlainAnswer handle(ReceivedRequest request) {
        Optional<SessionAccess.ReadableParts> reader;
        try {
            reader = memory.access().of(Tenant.LOCAL, request.headers());
        } catch (ProxyException e) {
            return PlainAnswer.json(400, "{\"error\":\"A header that names a session or an origin is not valid.\"}");
        }
        if (reader.isPresent()) {
            try (McpHttpServer server = create(reader.get())) {
                return answer(server, request);
            }
        }
        Project project;
        try {
            project = find(QueryParameters.of(request.target()).text("project", ""));
        } catch (ProxyException e) {
            return PlainAnswer.json(
                    404, "{\"error\":\"The folder in project does not exist; pass the absolute path of a folder.\"}");
        } catch (IllegalArgumentException e) {
            return PlainAnswer.json(400, "{\"error\":\"project is not the absolute path of a folder.\"}");
        }
        return answer(servers.get(project, this::create), request);
    }

    private static PlainAnswer answer(McpHttpServer server, ReceivedRequest request) {
        McpHttpServer.McpReply answer = server.answer(request.method(), request.headers(), request.body());
        return new PlainAnswer(answer.status(), answer.headers(), answer.body());
    }

    /** Finds the project. A folder may be missing if clients on other machines can connect. */
    private Project find(String word) {
        return !HostNames.isLoopback(host) && word.startsWith("/")
                ? memory.projects().of(Path.of(word))
                : memory.projects().find(word);
    }

    private McpHttpServer create(Project project) {
        MemoryTools.MemoryOpener opener = work -> memory.with(project, work);
        return create(opener, memory.sessionsOf(project));
    }

    /** A server for what a session may read. */
    private McpHttpServer create(SessionAccess.ReadableParts reader) {
        MemoryTools.MemoryOpener opener = work -> reader.project()
                .map(project -> memory.with(project, work))
                .orElseGet(() -> McpTool.McpAnswer.error("This session has no memory."));
        return create(opener, new SessionTools.SessionFilter(reader.sessions(), (_, _) -> _ -> true));
    }

    private McpHttpServer create(MemoryTools.MemoryOpener opener, SessionTools.SessionFilter filter) {
        List<McpTool> tools = new ArrayList<>(new MemoryTools(opener, "mcp").all());
        tools.addAll(new SessionTools(opener, work -> work.apply(sessions), filter, memory::ask).all());
        return new McpHttpServer(new ServerIdentity("throughline", Version.text(), MemoryTools.INSTRUCTIONS), tools);
    }
}
