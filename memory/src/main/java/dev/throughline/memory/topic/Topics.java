package dev.throughline.memory.topic;

import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.ChangeResult;
import dev.throughline.memory.workspace.MemoryPath;
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
 * The topics of a workspace. All operations of one call and the index are one change: done together, undone
 * together. What is written passes the gate: no secrets, inert, with date and source in its front matter. Safe for
 * use by many threads.
 */
public final class Topics {
    /** The folder they are in. */
    public static final String FOLDER = "topics";

    /** How many operations one call may hold. */
    public static final int MAX_OPERATIONS = 50;

    /** Opens a line that says that something ended. */
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

    /** The path of the topic that a line of {@code MEMORY.md} lists, if it is such a line. */
    public static Optional<String> indexed(String line) {
        return TopicIndex.path(line).filter(path -> path.startsWith(FOLDER + "/"));
    }

    public TopicManifest manifest() {
        return TopicManifest.of(workspace, limits);
    }

    /** A topic as it is now. */
    public Optional<Topic> read(MemoryPath path) {
        return workspace.read(path).map(Topic::of);
    }

    /**
     * Does operations, all or none.
     *
     * @param by who asked, for the history
     * @param source where it was learnt; it stands in the front matter of what is written
     * @throws ProxyException of kind {@code CALLER} if an operation names a page that is no topic or is not there
     */
    public ChangeResult apply(String by, LineSource source, List<TopicOperation> operations) {
        check(operations);
        return workspace.change(by, _ -> new Draft(source, Optional.empty()).of(operations));
    }

    /**
     * Does operations of somebody who has read only these pages. What a person did to one of them since is joined with
     * an update of it; an update of another page is added to its text, which the writer does not know.
     */
    public ChangeResult apply(
            String by, LineSource source, List<TopicOperation> operations, Map<MemoryPath, Page> read) {
        check(operations);
        return workspace.change(by, _ -> new Draft(source, Optional.of(read)).of(operations));
    }

    private static void check(List<TopicOperation> operations) {
        if (operations.size() > MAX_OPERATIONS) {
            throw new ProxyException(
                    ProxyException.Kind.LIMIT,
                    "memory_too_many",
                    "expected at most " + MAX_OPERATIONS + " operations, found " + operations.size());
        }
    }

    /** What the pages shall say, while it is worked out. */
    private final class Draft {
        private final LineSource source;
        private final Map<MemoryPath, Optional<Page>> before = new LinkedHashMap<>();
        private final Map<MemoryPath, Optional<String>> after = new LinkedHashMap<>();
        private final Optional<Page> memory;
        private final TopicIndex index;
        private final Optional<Map<MemoryPath, Page>> read;

        /** @param read what the writer knows; empty if it is all there is */
        Draft(LineSource source, Optional<Map<MemoryPath, Page>> read) {
            this.source = source;
            this.read = read;
            read.ifPresent(pages -> pages.forEach((path, page) -> before.put(path, Optional.of(page))));
            this.memory = workspace.read(MemoryPath.MEMORY);
            this.index = new TopicIndex(memory.map(Page::text).orElse(""));
        }

        List<PageChange> of(List<TopicOperation> operations) {
            for (TopicOperation operation : operations) {
                switch (operation) {
                    case TopicOperation.Create create -> {
                        supersede(create.body().lines().toList());
                        create(create);
                    }
                    case TopicOperation.Revoke revoke -> supersede(List.of(ENDED + revoke.text()));
                    case TopicOperation.Update update -> update(update);
                    case TopicOperation.Delete delete -> delete(delete.path());
                }
            }
            return changes();
        }

        /** Marks what was said before, here and in all topics, and what these lines replace. */
        private void supersede(List<String> fresh) {
            index.supersede(fresh, source);
            Set<MemoryPath> paths = new LinkedHashSet<>(after.keySet());
            manifest().lines().forEach(line -> paths.add(line.path()));
            for (MemoryPath path : paths) {
                Optional<String> text = readable(path);
                if (text.isPresent()) {
                    FrontMatter old = FrontMatter.of(text.get());
                    String body = Supersession.marked(old.body(), fresh, source);
                    if (!body.equals(old.body())) {
                        write(path, old.withBody(body).with("description", described(old, body)));
                    }
                }
            }
        }

        /** A page that cannot be read is left as it is. */
        private Optional<String> readable(MemoryPath path) {
            try {
                return now(path);
            } catch (ProxyException e) {
                LOG.debug("{} is left as it is: {}", path, e.getMessage());
                return Optional.empty();
            }
        }

        /** The description, if it still holds; else the newest line that does. */
        private static String described(FrontMatter old, String body) {
            String description = old.field("description");
            boolean isGone = body.lines()
                    .flatMap(line -> SupersededLine.original(line).stream())
                    .anyMatch(line -> LineSource.without(line).startsWith(description.replaceFirst("…$", "")));
            if (!isGone || description.isEmpty()) {
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
            Optional<String> now = now(path);
            String body = body(create.body());
            if (now.isPresent()) {
                FrontMatter old = FrontMatter.of(now.get());
                write(
                        path,
                        dated(old.with("description", description(create.description(), old)))
                                .withBody(joined(old.body(), body)));
                return;
            }
            FrontMatter fresh = new FrontMatter(Map.of(), List.of(), body)
                    .with("name", name)
                    .with("description", Admission.line(create.description()))
                    .with("type", create.type().word());
            write(path, dated(fresh));
        }

        private void update(TopicOperation.Update update) {
            FrontMatter old = FrontMatter.of(existing(update.path()));
            FrontMatter fresh = dated(old.with("description", description(update.description(), old)));
            boolean isKnown =
                    read.map(pages -> pages.containsKey(update.path())).orElse(true);
            String text = isKnown ? body(update.body()) : joined(old.body(), body(update.body()));
            write(update.path(), update.body().isBlank() ? fresh : fresh.withBody(text));
        }

        private void delete(MemoryPath path) {
            existing(path);
            after.put(path, Optional.empty());
            index.remove(path);
        }

        private static String description(String fresh, FrontMatter old) {
            return fresh.isBlank() ? old.field("description") : Admission.line(fresh);
        }

        private static String body(String text) {
            return Admission.text(text).strip() + "\n";
        }

        /** Said twice, such as again after a crash, it stands there once. */
        private static String joined(String old, String fresh) {
            boolean isList =
                    old.strip().lines().reduce("", (_, last) -> last).startsWith("- ") && fresh.startsWith("- ");
            return old.contains(fresh.strip()) ? old : old.strip() + (isList ? "\n" : "\n\n") + fresh;
        }

        private FrontMatter dated(FrontMatter matter) {
            String from = source.session() + (source.handle().isEmpty() ? "" : "/" + source.handle());
            return matter.with("updated", source.date().toString()).with("source", from);
        }

        private void write(MemoryPath path, FrontMatter matter) {
            String text = matter.written();
            String former = now(path)
                    .map(old -> TopicIndex.line(Topic.of(Page.of(path, old))))
                    .orElse("");
            after.put(path, Optional.of(text));
            index.put(Topic.of(Page.of(path, text)), former);
        }

        private Optional<String> now(MemoryPath path) {
            Optional<String> draft = after.get(path);
            if (draft != null) {
                return draft;
            }
            return before.computeIfAbsent(path, workspace::read).map(Page::text);
        }

        private String existing(MemoryPath path) {
            if (!path.isUnder(FOLDER)) {
                throw unknown(path);
            }
            return now(path).orElseThrow(() -> unknown(path));
        }

        private static ProxyException unknown(MemoryPath path) {
            return new ProxyException(
                    ProxyException.Kind.CALLER,
                    "memory_no_topic",
                    "expected the path of a topic, such as topics/feedback_review.md, found " + path
                            + ", which is none; the manifest lists them");
        }

        private List<PageChange> changes() {
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
    }
}
