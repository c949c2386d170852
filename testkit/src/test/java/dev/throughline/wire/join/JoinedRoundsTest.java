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
 * every request that is sent checkPrefix with the one before it.
 */
class JoinedRoundsTest {
    private static final int CONVERSATIONS = 60;
    private static final ValueSigner SEAL = new ValueSigner("secret");
    private static final List<LocalTool> TOOLS = RandomRounds.LOCAL.stream()
            .sorted()
            .map(name -> new LocalTool(name, "Returns \"earlier\" content.", Bytes.of("{\"type\":\"object\"}")))
            .toList();

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void streamed_rounds_become_one_reply_and_are_restored_in_the_next_request(SimulatedDialect dialect) {
        runSessions(dialect, ReplyForm.STREAMED);
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void holding_back_the_head_of_a_stream_does_not_change_the_result(SimulatedDialect dialect) {
        runSessions(dialect, ReplyForm.STREAMED_HEAD_HELD);
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void rounds_of_documents_become_one_reply_and_are_restored_in_the_next_request(SimulatedDialect dialect) {
        runSessions(dialect, ReplyForm.DOCUMENT);
    }

    private static void runSessions(SimulatedDialect dialect, ReplyForm form) {
        long seed = System.nanoTime();
        System.out.println("joined rounds of " + dialect + ", " + form + ": seed " + seed);
        for (int i = 0; i < CONVERSATIONS; i++) {
            new Session(dialect, form, new Random(seed + i), "seed " + (seed + i)).run();
        }
    }

    private static final class Session {
        private final SimulatedDialect dialect;
        private final Wire wire;
        private final LocalToolCodec localTools;
        private final ReplyForm form;
        private final Random random;
        private final String seed;
        private final TestClient client;
        private final RandomRounds answers;
        private final List<Bytes> clientHistory = new ArrayList<>();
        private final List<HiddenAt> hidden = new ArrayList<>();
        private List<Bytes> lastSent = List.of();
        private int replies;

        private record HiddenAt(int first, HiddenCalls hidden) {}

        Session(SimulatedDialect dialect, ReplyForm form, Random random, String seed) {
            this.dialect = dialect;
            this.wire = Dialects.of(dialect.dialect());
            this.localTools = wire.localTools();
            this.form = form;
            this.random = random;
            this.seed = seed;
            this.client = new TestClient(dialect, form != ReplyForm.DOCUMENT);
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
            Received received = new Received();
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
            boolean isUnchanged =
                    rounds.size() == 1 && answered.getFirst().round().calls().isEmpty();
            if (isUnchanged) {
                assertEquals(all.toString(), received.text(), seed);
            }
            Reply joined = read(received.bytes());
            if (form != ReplyForm.DOCUMENT) {
                StreamCheck.check(dialect, received.bytes(), joined.elements(), seed);
            }
            checkAndContinue(answered, joined);
        }

        /** The client's request with local tools and with the restored calls that the client did not see. */
        private Request prepared() {
            Request asked = wire.decode(client.request(clientHistory));
            List<RequestChange> changes = new ArrayList<>();
            for (HiddenAt placed : hidden) {
                List<RequestChange> back = localTools.restore(asked, placed.first(), placed.hidden());
                assertFalse(
                        back.isEmpty(),
                        () -> seed + " not restored: " + asked.body().utf8());
                changes.addAll(back);
            }
            List<RequestChange> tools = localTools.addTools(asked, TOOLS);
            assertFalse(tools.isEmpty(), seed);
            changes.addAll(tools);
            Request sent = wire.decode(RequestRewriter.apply(asked, changes));
            checkValid(sent);
            checkPrefix(sent);
            return sent;
        }

        private void checkValid(Request request) {
            assertEquals(
                    List.of(),
                    wire.validate(request),
                    () -> seed + " " + request.body().utf8());
            RequestValidator.of(dialect, SEAL)
                    .check(JsonNodes.read(request.body().toArray()), Headers.NONE);
        }

        /** Checks that the request checkPrefix with the previous one, so that the provider's cache applies. */
        private void checkPrefix(Request request) {
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

        private void feed(ReplySplicer splicer, Bytes reply, Received received) {
            byte[] bytes = reply.toArray();
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, 1 + random.nextInt(1 + bytes.length / 3));
                byte[] buffer = Arrays.copyOfRange(bytes, at, at + count);
                received.add(splicer.feed(buffer, 0, count));
                Arrays.fill(buffer, (byte) '#');
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
            checkValid(next);
            checkPrefix(next);
            return next;
        }

        private Reply read(Bytes received) {
            ReplyReader reader = form == ReplyForm.DOCUMENT ? wire.wholeReply() : wire.streamedReply();
            reader.feed(received.array(), received.offset(), received.length());
            return reader.finish();
        }

        /** Checks what the client received, and adds the client's next messages. */
        private void checkAndContinue(List<AnsweredRound> answered, Reply received) {
            List<Reply> replies =
                    answered.stream().map(one -> one.round().reply()).toList();
            ExpectedReply expected = ExpectedReply.of(dialect, answered);
            assertEquals(expected.said(), ExpectedReply.said(dialect, received), seed);
            assertEquals(replies.getFirst().responseId(), received.responseId(), seed);
            assertEquals(replies.getFirst().model(), received.model(), seed);
            assertEquals(expected.usage(), received.usage(), seed);
            assertEquals(expected.stopReason(), received.stopReason(), seed);
            assertEquals(List.of(), received.unread(), seed);
            localTools.hiddenCalls(answered).ifPresent(found -> {
                HiddenCalls again =
                        HiddenCallsCodec.read(HiddenCallsCodec.write(found)).orElseThrow();
                assertEquals(found, again, seed);
                hidden.add(new HiddenAt(clientHistory.size(), again));
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
    private static final class Received {
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
