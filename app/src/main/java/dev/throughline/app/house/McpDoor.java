package dev.throughline.app.house;

import dev.throughline.app.config.Listen;
import dev.throughline.app.learn.MemoryHouse;
import dev.throughline.app.library.Library;
import dev.throughline.app.remember.MemoryTools;
import dev.throughline.app.remember.SessionTools;
import dev.throughline.app.room.Project;
import dev.throughline.gateway.PlainHandler;
import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.mcp.HttpDoor;
import dev.throughline.mcp.Identity;
import dev.throughline.mcp.Tool;
import dev.throughline.model.ProxyException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The tools of memory and sessions over HTTP, at {@code /mcp} for the shared memory and at
 * {@code /mcp?project=/home/ada/parser} for a project's. Safe for use by many threads.
 */
final class McpDoor implements PlainHandler {
    static final String PATH = "/mcp";
    private static final String PROJECT = "project=";
    private static final int MOST_DOORS = 64;

    private final MemoryHouse memory;
    private final Supplier<Library> library;
    private final Listen listen;
    private final Map<Project, HttpDoor> doors = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Project, HttpDoor> eldest) {
            return size() > MOST_DOORS;
        }
    };

    McpDoor(MemoryHouse memory, Supplier<Library> library, Listen listen) {
        this.memory = memory;
        this.library = library;
        this.listen = listen;
    }

    @Override
    public Answer handle(ReceivedRequest request) {
        Project project;
        try {
            project = found(project(request.target()));
        } catch (ProxyException e) {
            return Answer.json(404, "{\"error\":\"Expected the absolute path of a folder that is here in project.\"}");
        } catch (IllegalArgumentException e) {
            return Answer.json(400, "{\"error\":\"Expected project as the absolute path of a folder.\"}");
        }
        HttpDoor.Answer answer = door(project).answer(request.method(), request.headers(), request.body());
        return new Answer(answer.status(), answer.headers(), answer.body());
    }

    /** An agent on another machine works in a folder that is not here. */
    private Project found(String word) {
        return !listen.isLoopback() && word.startsWith("/")
                ? memory.projects().of(Path.of(word))
                : memory.projects().find(word);
    }

    private static String project(String target) {
        int question = target.indexOf('?');
        for (String pair : target.substring(question + 1).split("&", -1)) {
            if (question >= 0 && pair.startsWith(PROJECT)) {
                return URLDecoder.decode(pair.substring(PROJECT.length()), StandardCharsets.UTF_8);
            }
        }
        return "";
    }

    private HttpDoor door(Project project) {
        synchronized (doors) {
            return doors.computeIfAbsent(project, this::make);
        }
    }

    private HttpDoor make(Project project) {
        MemoryTools.Visit visit = work -> memory.with(project, work);
        List<Tool> tools = new ArrayList<>(new MemoryTools(visit, "mcp").all());
        tools.addAll(new SessionTools(visit, this::read, memory.of(project)).all());
        return new HttpDoor(new Identity("throughline", Version.text(), MemoryTools.INSTRUCTIONS), tools);
    }

    private Tool.Said read(Function<Library, Tool.Said> work) {
        try (Library open = library.get()) {
            return work.apply(open);
        }
    }
}
