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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topics there are, newest first, each in a line: what a model chooses from without reading them all. */
public record TopicManifest(List<Line> lines) {
    /** However long its lines are, no more of a file is read than these. */
    private static final int MAX_BYTES = 16 << 10;

    /** How much of a description is shown; a line is to choose by. */
    private static final int MAX_DESCRIPTION_LENGTH = 300;

    private static final Logger LOG = LoggerFactory.getLogger(TopicManifest.class);

    public TopicManifest {
        lines = List.copyOf(lines);
    }

    /** What is said of one topic. */
    public record Line(MemoryPath path, Optional<TopicType> type, String name, Instant modified, String description) {
        /** As a model reads it. */
        public String text() {
            String kind = type.map(each -> "[" + each.word() + "] ").orElse("");
            String about =
                    TextCut.to(SafeText.line(description.isBlank() ? name : description), MAX_DESCRIPTION_LENGTH);
            return "- " + kind + SafeText.line(path.text()) + " ("
                    + modified.toString().substring(0, 10) + "): " + about;
        }
    }

    public static TopicManifest of(Workspace workspace, MemoryLimits.ManifestLimits limits) {
        List<Line> lines = new ArrayList<>();
        workspace.list(Topics.FOLDER).pages().stream()
                .sorted(Comparator.comparing(PageListing.Entry::modified)
                        .reversed()
                        .thenComparing(PageListing.Entry::path))
                .limit(limits.topics())
                .forEach(entry -> lines.add(line(workspace, entry, limits.lines())));
        return new TopicManifest(lines);
    }

    private static Line line(Workspace workspace, PageListing.Entry entry, int most) {
        // A helper model reads this, and what a person wrote down is not for it.
        String head = Redaction.of(head(workspace, entry.path(), most)).text();
        FrontMatter matter = FrontMatter.of(head);
        String name = matter.field("name");
        return new Line(
                entry.path(),
                TopicType.of(matter.field("type")),
                name.isEmpty() ? entry.path().name() : name,
                entry.modified(),
                matter.field("description"));
    }

    /** Whatever it is that cannot be read, the other topics still can. */
    private static String head(Workspace workspace, MemoryPath path, int most) {
        try {
            return workspace
                    .head(path, MAX_BYTES)
                    .orElse("")
                    .lines()
                    .limit(most)
                    .collect(Collectors.joining("\n"));
        } catch (ProxyException e) {
            LOG.debug("{} has no line of its own in the manifest: {}", path, e.getMessage());
            return "";
        }
    }

    /** All lines, as a model reads them. */
    public String text() {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line.text()).append('\n'));
        return text.toString();
    }
}
