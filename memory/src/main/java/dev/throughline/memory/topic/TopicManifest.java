package dev.throughline.memory.topic;

import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.TextCut;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The list of topics, newest first, one line each. A model selects from it without reading the topics. */
public record TopicManifest(List<TopicLine> lines) {
    /** The maximum number of bytes that are read of a page, however long its lines are. */
    private static final int MAX_BYTES = 16 << 10;

    private static final int MAX_DESCRIPTION_LENGTH = 300;

    private static final Logger LOG = LoggerFactory.getLogger(TopicManifest.class);

    public TopicManifest {
        lines = List.copyOf(lines);
    }

    /** The entry of one topic. */
    public record TopicLine(
            MemoryPath path, Optional<TopicType> type, String name, Instant modified, String description) {
        /** The line as a model reads it. */
        public String text() {
            String kind = type.map(each -> "[" + each.word() + "] ").orElse("");
            String about =
                    TextCut.to(SafeText.line(description.isBlank() ? name : description), MAX_DESCRIPTION_LENGTH);
            return "- " + kind + SafeText.line(path.text()) + " ("
                    + modified.toString().substring(0, 10) + "): " + about;
        }
    }

    public static TopicManifest of(Workspace workspace, MemoryLimits.ManifestLimits limits) {
        return new TopicManifest(workspace.list(Topics.FOLDER).newestFirst().stream()
                .limit(limits.topics())
                .map(page -> line(workspace, page, limits.lines()))
                .toList());
    }

    private static TopicLine line(Workspace workspace, PageListing.ListedPage page, int maxLines) {
        // A person may have written a secret into the page, and a helper model reads the manifest.
        Topic topic = Topic.of(
                page.path(),
                Redaction.of(head(workspace, page.path(), maxLines)).text());
        return new TopicLine(topic.path(), topic.type(), topic.name(), page.modified(), topic.description());
    }

    /** A page that cannot be read is listed by its file name. */
    private static String head(Workspace workspace, MemoryPath path, int maxLines) {
        try {
            return workspace
                    .head(path, MAX_BYTES)
                    .orElse("")
                    .lines()
                    .limit(maxLines)
                    .collect(Collectors.joining("\n"));
        } catch (ProxyException e) {
            LOG.debug("{} is listed without its description: {}", path, e.getMessage());
            return "";
        }
    }

    /** All lines as a model reads them. */
    public String text() {
        return lines.stream().map(line -> line.text() + "\n").collect(Collectors.joining());
    }
}
