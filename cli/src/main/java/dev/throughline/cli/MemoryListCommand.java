package dev.throughline.cli;

import dev.throughline.memory.workspace.PageListing;
import dev.throughline.model.text.DisplayText;
import java.util.Comparator;
import java.util.List;

/** {@code throughline memory list}: the pages of memory, the newest first. */
final class MemoryListCommand extends MemoryCommand {
    private final Option<Boolean> json = jsonFlag();

    MemoryListCommand(CommandEnvironment environment) {
        super(environment, "Lists the pages of memory, the newest first.");
    }

    @Override
    public int run() {
        return withMemory(opened -> {
            PageListing listing = opened.memory().workspace().list();
            List<PageListing.ListedPage> pages = listing.pages().stream()
                    .sorted(Comparator.comparing(PageListing.ListedPage::modified)
                            .reversed())
                    .toList();
            if (json.value()) {
                printJson(pages);
            } else {
                print(pages, opened.memory().workspace().folder().toString());
            }
            listing.skipped().forEach(skipped -> printMessage(skipped.place() + ": " + skipped.reason()));
            return OK;
        });
    }

    private void print(List<PageListing.ListedPage> pages, String folder) {
        if (pages.isEmpty()) {
            printMessage("there are no pages in " + folder
                    + " yet; to add a line, run: throughline memory add 'I use tabs'");
        }
        for (PageListing.ListedPage page : pages) {
            String age = DisplayText.age(page.modified(), environment().clock().instant());
            println(String.format(
                    "%10s  %,8d  %s",
                    age, page.bytes(), DisplayText.printable(page.path().text())));
        }
    }
}
