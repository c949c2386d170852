package dev.throughline.wire.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Headers;
import dev.throughline.model.Span;
import dev.throughline.model.Usage;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.AnswerWriter;
import dev.throughline.simulator.answer.AnsweredRequest;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.RequestValidator;
import dev.throughline.simulator.validation.ValueSigner;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.Item;
import dev.throughline.wire.LocalResult;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.reply.HiddenCallsCodec;
import dev.throughline.wire.request.RequestRewriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whole conversations with tools that the gateway answers itself: what the client receives is one coherent reply, and
 * every request that is sent begins with the one before it.
 */
class JoinedRoundsTest {
    private static final int CONVERSATIONS = 60;
    private static final ValueSigner SEAL = new ValueSigner("secret");
    private static final List<LocalTool> TOOLS = RandomRounds.LOCAL.stream()
            .sorted()
            .map(name -> new LocalTool(name, "Brings \"back\" what was said.", Bytes.of("{\"type\":\"object\"}")))
            .toList();

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void streamed_rounds_become_one_reply_and_are_put_back(SimulatedDialect dialect) {
        play(dialect, ReplyForm.STREAMED);
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void a_held_head_changes_nothing_in_the_end(SimulatedDialect dialect) {
        play(dialect, ReplyForm.STREAMED_HEAD_HELD);
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void whole_rounds_become_one_reply_and_are_put_back(SimulatedDialect dialect) {
        play(dialect, ReplyForm.DOCUMENT);
    }

    private static void play(SimulatedDialect dialect, ReplyForm form) {
        long seed = System.nanoTime();
        System.out.println("joined rounds of " + dialect + ", " + form + ": seed " + seed);
        for (int i = 0; i < CONVERSATIONS; i++) {
            new Play(dialect, form, new Random(seed + i), "seed " + (seed + i)).run();
        }
    }

    private static final class Play {
        private final SimulatedDialect dialect;
        private final Wire wire;
        private final LocalToolCodec localTools;
        private final ReplyForm form;
        private final Random random;
        private final String seed;
        private final Asking client;
        private final RandomRounds answers;
        private final List<Bytes> clientHistory = new ArrayList<>();
        private final List<Placed> hidden = new ArrayList<>();
        private List<Bytes> lastSent = List.of();
        private int replies;

        private record Placed(int first, HiddenCalls hidden) {}

        Play(SimulatedDialect dialect, ReplyForm form, Random random, String seed) {
            this.dialect = dialect;
            this.wire = Dialects.of(dialect.dialect());
            this.localTools = wire.localTools();
            this.form = form;
            this.random = random;
            this.seed = seed;
            this.client = new Asking(dialect, form != ReplyForm.DOCUMENT);
            this.answers = new RandomRounds(random, dialect);
        }

        void run() {
            clientHistory.add(client.user("hello"));
            for (int turn = 0; turn < 3; turn++) {
                turn();
            }
        }

        private void turn() {
            List<List<AnswerPart>> rounds = answers.next();
            Request sent = prepared();
            ReplySplicer splicer = localTools.splicer(RandomRounds.LOCAL, form);
            List<AnsweredRound> answered = new ArrayList<>();
            StringBuilder all = new StringBuilder();
            Writing received = new Writing();
            for (List<AnswerPart> parts : rounds) {
                Bytes reply = reply(parts, sent);
                all.append(reply.utf8());
                feed(splicer, reply, received);
                ReplyRound round = splicer.endRound();
                answered.add(new AnsweredRound(round, results(round)));
                check(round, parts);
                if (round.isContinuable()) {
                    sent = continued(sent, answered.getLast());
                }
            }
            received.add(splicer.finish());
            boolean isUntouched =
                    rounds.size() == 1 && answered.getFirst().round().calls().isEmpty();
            if (isUntouched) {
                assertEquals(all.toString(), received.text(), seed);
            }
            Reply joined = read(received.bytes());
            if (form != ReplyForm.DOCUMENT) {
                Coherence.check(dialect, received.bytes(), joined.elements(), seed);
            }
            goOn(answered, joined);
        }

        /** The client's request with tools, and with all that it never saw put back. */
        private Request prepared() {
            Request asked = wire.decode(client.request(clientHistory));
            List<RequestChange> changes = new ArrayList<>();
            for (Placed placed : hidden) {
                List<RequestChange> back = localTools.restore(asked, placed.first(), placed.hidden());
                assertFalse(
                        back.isEmpty(),
                        () -> seed + " not put back: " + asked.body().utf8());
                changes.addAll(back);
            }
            List<RequestChange> tools = localTools.addTools(asked, TOOLS);
            assertFalse(tools.isEmpty(), seed);
            changes.addAll(tools);
            Request sent = wire.decode(RequestRewriter.apply(asked, changes));
            valid(sent);
            begins(sent);
            return sent;
        }

        private void valid(Request request) {
            assertEquals(
                    List.of(),
                    wire.validate(request),
                    () -> seed + " " + request.body().utf8());
            RequestValidator.of(dialect, SEAL)
                    .check(JsonNodes.read(request.body().toArray()), Headers.NONE);
        }

        /** Each request begins with the one before: the provider's cache holds. */
        private void begins(Request request) {
            List<Bytes> now = request.history().stream().map(request::raw).toList();
            assertTrue(now.size() >= lastSent.size(), seed);
            List<Hash> before = items(lastSent);
            assertEquals(before, items(now).subList(0, before.size()), () -> seed + "\n" + lastSent + "\n" + now);
            if (dialect != SimulatedDialect.CHAT && form == ReplyForm.STREAMED) {
                assertEquals(lastSent, now.subList(0, lastSent.size()), seed);
            }
            lastSent = now;
        }

        private List<Hash> items(List<Bytes> elements) {
            return elements.stream()
                    .flatMap(element -> wire.itemise(element, new Span(0, element.length())).stream())
                    .map(Item::id)
                    .toList();
        }

        private Bytes reply(List<AnswerPart> parts, Request sent) {
            Answer.Said said = new Answer.Said(parts, Answer.Stop.DONE, Delivery.PLAIN);
            Usage usage = new Usage(random.nextInt(50), random.nextInt(50), usageWritten(), 1 + random.nextInt(50));
            AnsweredRequest answered = AnsweredRequest.of(
                    seed + "/" + replies++,
                    JsonNodes.read(sent.body().toArray()),
                    usage,
                    Instant.ofEpochSecond(1_700_000_000L + replies),
                    SEAL);
            AnswerWriter writer = AnswerWriter.of(dialect);
            if (form == ReplyForm.DOCUMENT) {
                return Bytes.of(JsonNodes.write(writer.whole(said, answered)));
            }
            StringBuilder stream = new StringBuilder();
            writer.stream(said, answered, stream::append);
            return Bytes.of(stream.toString());
        }

        private int usageWritten() {
            return dialect == SimulatedDialect.MESSAGES ? random.nextInt(50) : 0;
        }

        private void feed(ReplySplicer splicer, Bytes reply, Writing received) {
            byte[] bytes = reply.toArray();
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, 1 + random.nextInt(1 + bytes.length / 3));
                byte[] lent = Arrays.copyOfRange(bytes, at, at + count);
                received.add(splicer.feed(lent, 0, count));
                Arrays.fill(lent, (byte) '#');
                at += count;
            }
        }

        private void check(ReplyRound round, List<AnswerPart> parts) {
            List<String> expected = parts.stream()
                    .filter(part -> part instanceof AnswerPart.Call call && RandomRounds.LOCAL.contains(call.name()))
                    .map(part -> ((AnswerPart.Call) part).name() + JsonNodes.read(((AnswerPart.Call) part).arguments()))
                    .toList();
            List<String> found = round.calls().stream()
                    .map(call -> call.name() + JsonNodes.read(call.arguments().utf8()))
                    .toList();
            assertEquals(expected, found, seed);
            boolean hasClientCalls = parts.stream()
                    .anyMatch(part -> part instanceof AnswerPart.CustomCall
                            || (part instanceof AnswerPart.Call call
                                    && call.name().equals("Bash")));
            assertEquals(hasClientCalls, round.hasClientCalls(), seed);
        }

        private List<LocalResult> results(ReplyRound round) {
            return round.calls().stream()
                    .map(call -> new LocalResult(call.id(), "found \"" + call.name() + "\"\n", random.nextInt(5) == 0))
                    .toList();
        }

        private Request continued(Request sent, AnsweredRound answered) {
            List<RequestChange> changes = new ArrayList<>();
            for (Bytes element : localTools.continuation(answered)) {
                changes.add(new RequestChange.InsertAfter(sent.history().size() - 1, element));
            }
            Request next = wire.decode(RequestRewriter.apply(sent, changes));
            valid(next);
            begins(next);
            return next;
        }

        private Reply read(Bytes received) {
            ReplyReader reader = form == ReplyForm.DOCUMENT ? wire.wholeReply() : wire.streamedReply();
            reader.feed(received.array(), received.offset(), received.length());
            return reader.finish();
        }

        /** Checks what the client received, and answers it. */
        private void goOn(List<AnsweredRound> answered, Reply received) {
            List<Reply> replies =
                    answered.stream().map(one -> one.round().reply()).toList();
            Expected expected = Expected.of(dialect, answered);
            assertEquals(expected.said(), Expected.said(dialect, received), seed);
            assertEquals(replies.getFirst().responseId(), received.responseId(), seed);
            assertEquals(replies.getFirst().model(), received.model(), seed);
            assertEquals(expected.usage(), received.usage(), seed);
            assertEquals(expected.stopReason(), received.stopReason(), seed);
            assertEquals(List.of(), received.unread(), seed);
            localTools.hiddenCalls(answered).ifPresent(found -> {
                HiddenCalls again =
                        HiddenCallsCodec.read(HiddenCallsCodec.write(found)).orElseThrow();
                assertEquals(found, again, seed);
                hidden.add(new Placed(clientHistory.size(), again));
            });
            clientHistory.addAll(received.elements());
            List<Bytes> results = client.results(received.elements());
            clientHistory.addAll(results);
            if (results.isEmpty() || random.nextBoolean()) {
                clientHistory.add(client.user("go on"));
            }
        }
    }

    /** What the client received so far. */
    private static final class Writing {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        void add(Bytes more) {
            bytes.writeBytes(more.toArray());
        }

        Bytes bytes() {
            return Bytes.of(bytes.toByteArray());
        }

        String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }
}
