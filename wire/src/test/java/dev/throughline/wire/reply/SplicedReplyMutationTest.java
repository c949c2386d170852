package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.request.RequestRewriter;
import dev.throughline.wire.responses.ResponsesDialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged replies and damaged requests cause no exception. */
class SplicedReplyMutationTest {
    /** For each dialect. Every run has another seed. */
    private static final int MUTATIONS = 2_500;

    private static final List<ReplyForm> FORMS = List.of(ReplyForm.values());
    private static final byte[] LIKELY = "{}[]\",:\\\n\r 0e-nt\u0000".getBytes(StandardCharsets.UTF_8);

    private static final Map<Dialect, String> STREAMS = Map.of(
            MessagesDialect.NAME,
            SplicedReplies.named(
                    "{'type':'message_start','message':{'id':'m','content':[],'usage':{'input_tokens':1}}}",
                    "{'type':'content_block_start','index':0,'content_block':{'type':'text','text':''}}",
                    "{'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'a'}}",
                    "{'type':'content_block_start','index':1,'content_block':{'type':'tool_use','id':'t1','name':'recall','input':{}}}",
                    "{'type':'content_block_delta','index':1,'delta':{'type':'input_json_delta','partial_json':'{}'}}",
                    "{'type':'content_block_stop','index':1}",
                    "{'type':'content_block_start','index':2,'content_block':{'type':'tool_use','id':'t2','name':'Bash','input':{}}}",
                    "{'type':'message_delta','delta':{'stop_reason':'tool_use'},'usage':{'output_tokens':5}}",
                    "{'type':'message_stop'}"),
            ResponsesDialect.NAME,
            SplicedReplies.named(
                    "{'type':'response.created','sequence_number':0,'response':{'id':'r','output':[]}}",
                    "{'type':'response.output_item.done','sequence_number':1,'output_index':0,'item':{'type':'message','role':'assistant','content':[]}}",
                    "{'type':'response.output_item.added','sequence_number':2,'output_index':1,'item':{'type':'function_call','id':'f','call_id':'c','name':'recall','arguments':''}}",
                    "{'type':'response.output_item.done','sequence_number':3,'output_index':1,'item':{'type':'function_call','id':'f','call_id':'c','name':'recall','arguments':'{}'}}",
                    "{'type':'response.completed','sequence_number':4,'response':{'id':'r','status':'completed','output':[],'usage':{'input_tokens':1,'output_tokens':2}}}"),
            ChatDialect.NAME,
            SplicedReplies.unnamed(
                            "{'id':'c','created':1,'choices':[{'index':0,'delta':{'role':'assistant','content':'a'}}]}",
                            "{'id':'c','choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'id':'t','function':{'name':'recall','arguments':'{}'}},{'index':1,'id':'u','function':{'name':'Bash','arguments':'{}'}}]}}]}",
                            "{'id':'c','choices':[{'index':0,'delta':{},'finish_reason':'tool_calls'}],'usage':{'prompt_tokens':1}}")
                    + "data: [DONE]\n\n");

    private static final Map<Dialect, String> DOCUMENTS = Map.of(
            MessagesDialect.NAME,
            "{'id':'m','content':[{'type':'text','text':'a'},{'type':'tool_use','id':'t1','name':'recall','input':{}}],'stop_reason':'tool_use','usage':{'input_tokens':1}}",
            ResponsesDialect.NAME,
            "{'id':'r','status':'completed','output':[{'type':'message','role':'assistant','content':[]},{'type':'function_call','id':'f','call_id':'c','name':'recall','arguments':'{}'}],'usage':{'input_tokens':1}}",
            ChatDialect.NAME,
            "{'id':'c','choices':[{'index':0,'message':{'role':'assistant','content':'a','tool_calls':[{'id':'t','type':'function','function':{'name':'recall','arguments':'{}'}}]},'finish_reason':'tool_calls'}],'usage':{'prompt_tokens':1}}");

    @ParameterizedTest
    @MethodSource("dev.throughline.wire.dialects.Dialects#names")
    void damaged_replies_and_requests_cause_no_exception(Dialect dialect) {
        long seed = System.nanoTime();
        System.out.println("mutations of joined replies, " + dialect + ": seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < MUTATIONS; i++) {
            ReplyForm form = FORMS.get(random.nextInt(FORMS.size()));
            Map<Dialect, String> replies = form == ReplyForm.DOCUMENT ? DOCUMENTS : STREAMS;
            String original = SplicedReplies.quoted(Objects.requireNonNull(replies.get(dialect)));
            try {
                play(Dialects.of(dialect), form, original.getBytes(StandardCharsets.UTF_8), random);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + ", mutation " + i, e);
            }
        }
    }

    private static void play(Wire wire, ReplyForm form, byte[] original, Random random) {
        LocalToolCodec localTools = wire.localTools();
        ReplySplicer splicer = localTools.splicer(SplicedReplies.LOCAL, form);
        ReplyReader client = form == ReplyForm.DOCUMENT ? wire.wholeReply() : wire.streamedReply();
        List<AnsweredRound> rounds = new ArrayList<>();
        for (int round = random.nextInt(3); round >= 0; round--) {
            byte[] reply = random.nextInt(3) == 0 ? original : mutated(original, random);
            for (int at = 0; at < reply.length; ) {
                int count = Math.min(reply.length - at, 1 + random.nextInt(reply.length));
                take(client, splicer.feed(reply, at, count));
                at += count;
            }
            ReplyRound ended = splicer.endRound();
            rounds.add(SplicedReplies.answered(ended));
            localTools.continuation(rounds.getLast());
        }
        take(client, random.nextInt(9) == 0 ? splicer.fail(Bytes.of(mutated(original, random))) : splicer.finish());
        localTools.hiddenCalls(rounds).ifPresent(hidden -> restore(wire, hidden, client.finish(), random));
        localTools.overflow(400, Bytes.of(mutated(original, random)));
    }

    private static void take(ReplyReader reader, Bytes bytes) {
        reader.feed(bytes.array(), bytes.offset(), bytes.length());
    }

    private static void restore(Wire wire, HiddenCalls hidden, Reply received, Random random) {
        StringBuilder history = new StringBuilder("{\"role\":\"user\",\"content\":\"q\"}");
        received.elements().forEach(element -> history.append(',').append(element.utf8()));
        String member = wire.dialect().equals(ResponsesDialect.NAME) ? "input" : "messages";
        byte[] body = ("{\"" + member + "\":[" + history + "]}").getBytes(StandardCharsets.UTF_8);
        Bytes bytes = Bytes.of(random.nextBoolean() ? body : mutated(body, random));
        Request request;
        try {
            request = wire.decode(bytes);
        } catch (UnreadableException e) {
            return;
        }
        Bytes stored = HiddenCallsCodec.write(hidden);
        HiddenCallsCodec.read(Bytes.of(mutated(stored.toArray(), random)))
                .ifPresent(damaged -> wire.localTools().restore(request, 1, damaged));
        List<RequestChange> changes = wire.localTools().restore(request, random.nextInt(3) - 1, hidden);
        RequestRewriter.apply(request, changes);
    }

    private static byte[] mutated(byte[] bytes, Random random) {
        byte[] changed = bytes;
        for (int remaining = random.nextInt(3); remaining >= 0; remaining--) {
            int at = random.nextInt(changed.length + 1);
            int gone = Math.min(changed.length - at, random.nextInt(12));
            byte[] filling = new byte[random.nextInt(5)];
            for (int i = 0; i < filling.length; i++) {
                filling[i] = random.nextInt(4) == 0 ? (byte) random.nextInt() : LIKELY[random.nextInt(LIKELY.length)];
            }
            byte[] next = Arrays.copyOf(changed, changed.length - gone + filling.length);
            System.arraycopy(filling, 0, next, at, filling.length);
            System.arraycopy(changed, at + gone, next, at + filling.length, changed.length - at - gone);
            changed = next;
        }
        return changed;
    }
}
