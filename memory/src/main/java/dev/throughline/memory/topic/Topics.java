package dev.throughline.memory.topic;

import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageChange;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.TextCut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics of a workspace. All operations of one call and the index change in one operation of the workspace, so they
 * are undone together. Everything that is written passes {@link Admission} and has date and source in its front matter.
 * Safe for use by many threads.
 */
public final class Topics {
    public static final String FOLDER = "topics";

    /** The maximum number of operations in one call. */
    public static final int MAX_OPERATIONS = 50;

    /** The prefix that turns a statement into its negation. */
    private static final String ENDED = "no longer: ";

    private static final int MAX_DESCRIPTION_LENGTH = 150;

    private static final Logger LOG = LoggerFactory.getLogger(Topics.class);

    private final Workspace workspace;
    private final MemoryLimits.ManifestLimits limits;

    public Topics(Workspace workspace, MemoryLimits.ManifestLimits limits) {
        this.workspace = workspace;
        this.limits = limits;
    }

    /** The page of a topic. */
    public static MemoryPath path(TopicType type, String name) {
        return new MemoryPath(FOLDER + "/" + type.word() + "_" + Slug.of(name) + ".md");
    }

    /** The path of the topic that a line of {@code MEMORY.md} links to; empty if it is not a line of the index. */
    public static Optional<String> indexed(String line) {
        return TopicIndex.path(line).filter(path -> path.startsWith(FOLDER + "/"));
    }

    public TopicManifest manifest() {
        return TopicManifest.of(workspace, limits);
    }

    public Optional<Topic> read(MemoryPath path) {
        return workspace.read(path).map(page -> Topic.of(path, page.text()));
    }

    /**
     * Applies operations, all or none.
     *
     * @param by the author, for the history
     * @param source the origin, for the front matter
     * @throws ProxyException of kind {@code CALLER} if an operation names a page that is not an existing topic
     */
    public Optional<Operation> apply(String by, LineSource source, List<TopicOperation> operations) {
        return apply(by, source, operations, Optional.empty());
    }

    /**
     * Applies operations of a writer that has read only these pages. An update of one of them is merged with later
     * edits of a person. An update of another page is added to its text, because the writer does not know it.
     */
    public Optional<Operation> apply(
            String by, LineSource source, List<TopicOperation> operations, Map<MemoryPath, Page> read) {
        return apply(by, source, operations, Optional.of(read));
    }

    private Optional<Operation> apply(
            String by, LineSource source, List<TopicOperation> operations, Optional<Map<MemoryPath, Page>> read) {
        if (operations.size() > MAX_OPERATIONS) {
            throw new ProxyException(
                    ProxyException.Kind.LIMIT,
                    "memory_too_many",
                    operations.size() + " operations are too many; at most " + MAX_OPERATIONS + " are allowed.");
        }
        return workspace.change(by, _ -> new Draft(source, read).changes(operations));
    }

    /** The pages with the operations applied, before they are written. */
    private final class Draft {
        private final LineSource source;
        private final Map<MemoryPath, Optional<Page>> before = new LinkedHashMap<>();
        private final Map<MemoryPath, Optional<String>> after = new LinkedHashMap<>();
        private final Optional<Page> memory;
        private final TopicIndex index;
        private final Optional<Map<MemoryPath, Page>> read;

        /** @param read the pages that the writer has read; empty if it knows all */
        Draft(LineSource source, Optional<Map<MemoryPath, Page>> read) {
            this.source = source;
            this.read = read;
            read.ifPresent(pages -> pages.forEach((path, page) -> before.put(path, Optional.of(page))));
            this.memory = workspace.read(MemoryPath.MEMORY);
            this.index = new TopicIndex(memory.map(Page::text).orElse(""));
        }

        List<PageChange> changes(List<TopicOperation> operations) {
            for (TopicOperation operation : operations) {
                switch (operation) {
                    case TopicOperation.Create create -> {
                        supersede(create.body().lines().toList());
                        create(create);
                    }
                    case TopicOperation.Revoke revoke -> supersede(List.of(ENDED + revoke.text()));
                    case TopicOperation.Update update -> update(update);
                    case TopicOperation.Remove remove -> {
                        existing(remove.path());
                        after.put(remove.path(), Optional.empty());
                        index.remove(remove.path());
                    }
                }
            }
            List<PageChange> changes = new ArrayList<>();
            after.forEach((path, text) -> {
                Optional<Page> page = before.computeIfAbsent(path, workspace::read);
                if (text.isPresent()) {
                    changes.add(new PageChange.Write(path, page, text.get()));
                } else if (page.isPresent()) {
                    changes.add(new PageChange.Delete(page.get()));
                }
            });
            changes.add(new PageChange.Write(MemoryPath.MEMORY, memory, index.text()));
            return changes;
        }

        /** Marks the lines of {@code MEMORY.md} and of all topics that new lines replace. */
        private void supersede(List<String> newLines) {
            index.supersede(newLines, source);
            Set<MemoryPath> paths = new LinkedHashSet<>(after.keySet());
            manifest().lines().forEach(line -> paths.add(line.path()));
            for (MemoryPath path : paths) {
                Optional<String> text = currentOrEmpty(path);
                if (text.isPresent()) {
                    FrontMatter old = FrontMatter.of(text.get());
                    String body = Supersession.marked(old.body(), newLines, source);
                    if (!body.equals(old.body())) {
                        write(path, old.withBody(body).with("description", currentDescription(old, body)));
                    }
                }
            }
        }

        /** The description. If the line that it quotes was superseded, the newest line that was not. */
        private static String currentDescription(FrontMatter old, String body) {
            String description = old.field("description");
            boolean isSuperseded = body.lines()
                    .flatMap(line -> SupersededLine.original(line).stream())
                    .anyMatch(line -> LineSource.without(line).startsWith(description.replaceFirst("…$", "")));
            if (!isSuperseded || description.isEmpty()) {
                return description;
            }
            return body.lines()
                    .filter(line -> line.startsWith("- ") && !SupersededLine.isMarked(line))
                    .reduce((_, last) -> last)
                    .map(line -> TextCut.to(LineSource.without(line).substring("- ".length()), MAX_DESCRIPTION_LENGTH))
                    .orElse("Superseded: " + description);
        }

        private void create(TopicOperation.Create create) {
            String name = Admission.line(create.name());
            MemoryPath path = path(create.type(), name);
            String body = body(create.body());
            Optional<FrontMatter> old = current(path).map(FrontMatter::of);
            FrontMatter matter = old.map(page -> page.with("description", description(create.description(), page))
                            .withBody(joined(page.body(), body)))
                    .orElseGet(() -> FrontMatter.ofBody(body)
                            .with("name", name)
                            .with("description", Admission.line(create.description()))
                            .with("type", create.type().word()));
            write(path, dated(matter));
        }

        private void update(TopicOperation.Update update) {
            FrontMatter old = FrontMatter.of(existing(update.path()));
            FrontMatter fresh = dated(old.with("description", description(update.description(), old)));
            boolean isKnown =
                    read.map(pages -> pages.containsKey(update.path())).orElse(true);
            String text = isKnown ? body(update.body()) : joined(old.body(), body(update.body()));
            write(update.path(), update.body().isBlank() ? fresh : fresh.withBody(text));
        }

        private static String description(String description, FrontMatter old) {
            return description.isBlank() ? old.field("description") : Admission.line(description);
        }

        private static String body(String text) {
            return Admission.text(text).strip() + "\n";
        }

        /** Adds a text to a body, unless the body contains it, because the same was learnt again after a crash. */
        private static String joined(String old, String added) {
            boolean isList =
                    old.strip().lines().reduce("", (_, last) -> last).startsWith("- ") && added.startsWith("- ");
            return old.contains(added.strip()) ? old : old.strip() + (isList ? "\n" : "\n\n") + added;
        }

        private FrontMatter dated(FrontMatter matter) {
            String from = source.session() + (source.handle().isEmpty() ? "" : "/" + source.handle());
            return matter.with("updated", source.date().toString()).with("source", from);
        }

        private void write(MemoryPath path, FrontMatter matter) {
            String text = matter.format();
            String oldLine = current(path)
                    .map(old -> TopicIndex.line(Topic.of(path, old)))
                    .orElse("");
            after.put(path, Optional.of(text));
            index.put(Topic.of(path, text), oldLine);
        }

        private Optional<String> current(MemoryPath path) {
            Optional<String> draft = after.get(path);
            return draft != null
                    ? draft
                    : before.computeIfAbsent(path, workspace::read).map(Page::text);
        }

        /** A page that cannot be read is left as it is. */
        private Optional<String> currentOrEmpty(MemoryPath path) {
            try {
                return current(path);
            } catch (ProxyException e) {
                LOG.debug("{} is left as it is: {}", path, e.getMessage());
                return Optional.empty();
            }
        }

        private String existing(MemoryPath path) {
            Optional<String> text = path.isUnder(FOLDER) ? current(path) : Optional.empty();
            return text.orElseThrow(() -> new ProxyException(
                    ProxyException.Kind.CALLER,
                    "memory_no_topic",
                    path + " is not a topic. Pass the path of a topic of the manifest, such as"
                            + " topics/feedback_review.md."));
        }
    }
}
