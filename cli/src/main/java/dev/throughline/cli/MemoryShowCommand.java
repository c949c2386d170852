package dev.throughline.cli;

import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.model.text.DisplayText;
import java.util.Optional;

/** {@code throughline memory show}: prints one page. */
final class MemoryShowCommand extends MemoryCommand {
    private final Option<String> path = parameter(
            0, "0..1", "PATH", "the path of the page in the workspace (default: " + MemoryPath.MEMORY.text() + ")");
    private final Option<Boolean> json = jsonFlag();

    MemoryShowCommand(CommandEnvironment environment) {
        super(environment, "Prints one page of memory.");
    }

    private record PageText(String path, String text) {}

    @Override
    public int run() {
        String name = path.isGiven() ? path.value() : MemoryPath.MEMORY.text();
        Optional<SessionPiecePath> piece = SessionPiecePath.of(name);
        if (piece.isPresent()) {
            printMessage(name + " is an item of a session, not a page; to read it, run: "
                    + piece.get().command());
            return FAILED;
        }
        MemoryPath wanted = new MemoryPath(name);
        return withMemory(opened -> {
            Optional<Page> page = opened.memory().workspace().read(wanted);
            page.ifPresent(this::print);
            if (page.isEmpty()) {
                printMessage("there is no page " + wanted + "; 'throughline memory list' lists the pages");
            }
            return page.isPresent() ? OK : FAILED;
        });
    }

    private void print(Page page) {
        if (json.value()) {
            printJson(new PageText(page.path().text(), page.text()));
        } else {
            page.text().lines().map(DisplayText::printable).forEach(this::println);
        }
    }
}
