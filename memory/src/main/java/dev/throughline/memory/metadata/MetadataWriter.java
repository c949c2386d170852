package dev.throughline.memory.metadata;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.writer.ConversationReader;
import dev.throughline.memory.writer.WriteResult;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the metadata of sessions: after a turn, if the person has written enough new messages, or on request. The
 * helper model describes the session; without one, {@link MetadataRules} do.
 *
 * <p>A name stays once it is known, because people refer to it: rules do not replace the name that the helper model
 * chose, and nothing but a person replaces the name that a person gave. The lease of the session is held while its
 * metadata is replaced, but not while the helper model is asked; in this process, one thread at a time describes a
 * session, except that nobody who needs any metadata waits for the helper model. Safe for use by many threads.
 */
public final class MetadataWriter {
    private static final Logger LOG = LoggerFactory.getLogger(MetadataWriter.class);

    /** A forced run waits so long for the open turn, and describes the session as it is then. */
    private static final Duration TURN_WAIT = Duration.ofMinutes(2);

    private static final Duration LEASE_WAIT = Duration.ofSeconds(10);
    private static final Duration DIRECTORY_WAIT = Duration.ofSeconds(30);
    private static final int LOCKS = 64;
    private static final int MAX_SESSIONS = 10_000;

    /** Who describes a session on request. */
    public enum Describer {
        /** The helper model, or rules if it is not available. */
        HELPER_MODEL,
        /** Rules, which take milliseconds. */
        RULES
    }

    /**
     * What the writer needs.
     *
     * @param messages the number of new messages of the person after which a session is described
     * @param attempts receives every attempt
     */
    public record MetadataServices(
            Store store,
            ConversationReader sessions,
            MetadataNotes notes,
            SessionDirectory directory,
            OpenTurns turns,
            HelperModel helper,
            Clock clock,
            int messages,
            Consumer<IndexAttempt> attempts) {}

    private final MetadataServices services;
    private final MetadataQuestion question;
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    /** The node up to which each session was described or attempted. Otherwise its metadata is read. */
    private final Cache<SessionRef, Optional<Hash>> attempted =
            Caffeine.newBuilder().maximumSize(MAX_SESSIONS).build();

    public MetadataWriter(MetadataServices services) {
        this.services = services;
        this.question = new MetadataQuestion(services.helper());
        Arrays.setAll(locks, _ -> new ReentrantLock());
    }

    /** Describes a session if it is due after a turn; a sub-agent's session never is. */
    public Optional<WriteResult> afterTurn(SessionCard card) {
        services.directory().observe(card);
        if (card.parent().isPresent() || services.messages() == 0 || !isDue(card.ref())) {
            return Optional.empty();
        }
        return Optional.of(alone(card.ref(), () -> {
            // Another thread may have described it meanwhile.
            return isDue(card.ref())
                    ? describe(card, Describer.HELPER_MODEL, /* isForced= */ false)
                    : WriteResult.ALREADY;
        }));
    }

    private boolean isDue(SessionRef session) {
        Optional<Hash> last =
                attempted.get(session, each -> services.notes().read(each).flatMap(SessionMetadata::lastIndexed));
        return services.sessions()
                        .cache()
                        .read(
                                session,
                                recall -> SpokenPart.messagesAfter(
                                        last, recall, services.sessions().scaffoldFilter(), services.messages()))
                >= services.messages();
    }

    /** Describes an imported session by rules, which cost nothing, unless it is described already. */
    public void imported(SessionCard card) {
        services.directory().observe(card);
        if (card.parent().isEmpty() && services.messages() > 0) {
            var _ = orByRules(card);
        }
    }

    /**
     * Describes a session now, after its open turn has ended.
     *
     * @return its metadata; empty if there is nothing to describe
     */
    public Optional<SessionMetadata> index(SessionCard card, Describer describer) {
        if (describer == Describer.HELPER_MODEL) {
            var _ = services.turns().await(card.ref(), TURN_WAIT);
        }
        var _ = alone(card.ref(), () -> describe(card, describer, /* isForced= */ true));
        return services.notes().read(card.ref());
    }

    /** Describes a session in the background, after its open turn has ended. */
    public void indexSoon(SessionCard card) {
        Thread.ofVirtual().name("metadata of a session").start(() -> {
            try {
                var _ = index(card, Describer.HELPER_MODEL);
            } catch (ProxyException e) {
                LOG.warn("session {} could not be described: {}", card.ref().id(), e.getMessage());
            }
        });
    }

    /** The metadata of a session; if it has none, rules write it at once, even while the helper model is asked. */
    public Optional<SessionMetadata> orByRules(SessionCard card) {
        return services.notes().read(card.ref()).or(() -> byRules(card));
    }

    private Optional<SessionMetadata> byRules(SessionCard card) {
        awaitDirectory();
        SessionRef session = card.ref();
        Conversation conversation = spoken(session);
        if (!hasUserMessage(conversation)) {
            return Optional.empty();
        }
        Optional<Hash> last = conversation.last().map(ConversationItem::node);
        attempted.put(session, last);
        MetadataTexts texts = MetadataRules.describe(conversation);
        var _ = attempt(session, MetadataSource.RULES, Optional.empty(), Usage.NONE, () -> {
            // Under the lease: what the helper model has written meanwhile is better.
            var _ = store(
                    card,
                    before -> before.orElseGet(
                            () -> metadata(card, texts, MetadataSource.RULES, Optional.empty(), last)));
        });
        return services.notes().read(session);
    }

    /**
     * Gives a session the name that a person chose.
     *
     * @return its metadata with the name in kebab case, and with a number if another session has it
     */
    public SessionMetadata rename(SessionCard card, String name) {
        if (SessionName.normalised(name).isEmpty()) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "name_empty",
                    "the name '" + name + "' has no letters and digits; choose another one");
        }
        awaitDirectory();
        SessionMetadata metadata = orByRules(card).orElseGet(() -> empty(card));
        return store(card, before -> before.orElse(metadata).named(SessionName.of(name), MetadataSource.PERSON));
    }

    private void awaitDirectory() {
        services.directory().load();
        if (!services.directory().awaitLoaded(DIRECTORY_WAIT)) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "directory_not_read",
                    "the names of the other sessions are not read yet; try again in a minute");
        }
    }

    private interface Work {
        WriteResult run();
    }

    private WriteResult alone(SessionRef session, Work work) {
        ReentrantLock lock = locks[Math.floorMod(session.hashCode(), LOCKS)];
        lock.lock();
        try {
            return work.run();
        } finally {
            lock.unlock();
        }
    }

    private WriteResult describe(SessionCard card, Describer describer, boolean isForced) {
        awaitDirectory();
        SessionRef session = card.ref();
        Conversation conversation = spoken(session);
        if (!hasUserMessage(conversation)) {
            return WriteResult.NOTHING;
        }
        Optional<Hash> last = conversation.last().map(ConversationItem::node);
        attempted.put(session, last);
        Optional<SessionMetadata> before = services.notes().read(session).filter(known -> isOnBranch(session, known));
        String name = before.map(SessionMetadata::name).orElse("");
        HelperAnswer<MetadataTexts> answer = describer == Describer.RULES
                ? new HelperAnswer.None<>(HelperAnswer.NO_CALLER)
                : question.ask(conversation, name);
        Optional<String> model = services.helper().model(session);
        return switch (answer) {
            case HelperAnswer.Answered<MetadataTexts> answered ->
                attempt(session, MetadataSource.HELPER_MODEL, model, answered.usage(), () -> {
                    write(card, answered.content(), MetadataSource.HELPER_MODEL, model, last);
                });
            case HelperAnswer.None<MetadataTexts> none -> {
                boolean wasAsked = !none.wasNotSent();
                if (wasAsked) {
                    report(session, MetadataSource.HELPER_MODEL, model, none.usage(), Optional.of(none.reason()));
                }
                boolean isBetter = before.filter(known -> known.source() == MetadataSource.HELPER_MODEL)
                        .isPresent();
                yield isBetter && !isForced
                        ? WriteResult.FAILED
                        : attempt(session, MetadataSource.RULES, Optional.empty(), Usage.NONE, () -> {
                            MetadataTexts texts = MetadataRules.describe(conversation);
                            write(card, texts, MetadataSource.RULES, Optional.empty(), last);
                        });
            }
        };
    }

    private Conversation spoken(SessionRef session) {
        return services.sessions()
                .cache()
                .read(
                        session,
                        recall -> SpokenPart.of(
                                session, recall, services.sessions().scaffoldFilter()));
    }

    private static boolean hasUserMessage(Conversation conversation) {
        return conversation.items().stream().anyMatch(item -> item.kind() == ItemKind.USER);
    }

    /** Whether metadata describes the current branch. After a rewind the session is described anew. */
    private boolean isOnBranch(SessionRef session, SessionMetadata metadata) {
        return services.sessions()
                .cache()
                .read(
                        session,
                        recall -> metadata.lastIndexed()
                                .filter(last -> recall.transcript().conversation().stream()
                                        .anyMatch(node -> node.id().equals(last)))
                                .isPresent());
    }

    /** Does work and reports it, also if it fails. */
    private WriteResult attempt(
            SessionRef session, MetadataSource source, Optional<String> model, Usage usage, Runnable work) {
        Optional<String> error = Optional.of("failed");
        try {
            work.run();
            error = Optional.empty();
            return WriteResult.WRITTEN;
        } catch (ProxyException e) {
            error = Optional.of(e.code());
            throw e;
        } finally {
            report(session, source, model, usage, error);
        }
    }

    private void report(
            SessionRef session, MetadataSource source, Optional<String> model, Usage usage, Optional<String> error) {
        services.attempts()
                .accept(new IndexAttempt(
                        session, source, model, services.clock().instant(), usage, error));
    }

    private void write(
            SessionCard card, MetadataTexts texts, MetadataSource source, Optional<String> model, Optional<Hash> last) {
        var _ = store(card, before -> {
            SessionMetadata fresh = metadata(card, texts, source, model, last);
            return before.filter(known -> keepsName(known, source, card.ref()))
                    .map(known -> fresh.named(known.name(), known.nameSource()))
                    .orElse(fresh);
        });
    }

    private boolean keepsName(SessionMetadata known, MetadataSource source, SessionRef session) {
        return switch (known.nameSource()) {
            case PERSON -> true;
            case HELPER_MODEL -> source == MetadataSource.RULES && isOnBranch(session, known);
            case RULES -> source == MetadataSource.RULES && isOnBranch(session, known);
        };
    }

    private SessionMetadata metadata(
            SessionCard card, MetadataTexts texts, MetadataSource source, Optional<String> model, Optional<Hash> last) {
        Optional<SessionId> parent = card.previous().or(card::parent);
        return new SessionMetadata(
                new SessionMetadata.SessionFiles(
                        card.ref().id(), file(card.ref().id()), parent.map(MetadataWriter::file)),
                texts,
                services.sessions().projects().folder(card),
                card.created(),
                services.clock().instant(),
                model,
                last,
                source,
                source);
    }

    private SessionMetadata empty(SessionCard card) {
        MetadataTexts none = new MetadataTexts(SessionName.UNTITLED, "", "", List.of());
        return metadata(card, none, MetadataSource.RULES, Optional.empty(), Optional.empty());
    }

    private static String file(SessionId id) {
        return "sessions/" + id + "/archive.jsonl";
    }

    /** Replaces the metadata of a session under its lease, with a name that no other session of the agent has. */
    private SessionMetadata store(SessionCard card, Function<Optional<SessionMetadata>, SessionMetadata> change) {
        SessionRef session = card.ref();
        try (Store.Lease _ = services.store().lease(session, LEASE_WAIT)) {
            if (services.store().find(session).isEmpty()) {
                throw new ProxyException(
                        ProxyException.Kind.CALLER, "no_such_session", "session " + session.id() + " was deleted");
            }
            Optional<SessionMetadata> before = services.notes().read(session);
            SessionMetadata unique = services.directory().reserve(card, change.apply(before));
            boolean isWritten = false;
            try {
                services.notes().write(session, unique);
                isWritten = true;
                return unique;
            } finally {
                if (!isWritten) {
                    services.directory().restore(card, before);
                }
            }
        }
    }
}
