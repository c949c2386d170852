package dev.throughline.importer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Small session files in the formats of the programs that write them. */
public final class SampleFiles {
    public static final String THREAD = "019a0000-0000-7000-8000-00000000c0de";
    public static final String CLAUDE = "11111111-2222-4333-8444-555555555555";
    public static final String PI = "019a0000-0000-7000-8000-000000000314";

    public static final List<String> CODEX = List.of(
            codex(
                    "10:00:00",
                    "session_meta",
                    "{'id':'" + THREAD
                            + "','timestamp':'2026-03-01T10:00:00.000Z','cwd':'/home/ada/parser',"
                            + "'originator':'codex_exec','cli_version':'0.166.0','source':'exec',"
                            + "'base_instructions':{'text':'You"
                            + " are Codex.'}}"),
            codex(
                    "10:00:01",
                    "turn_context",
                    "{'turn_id':'t1','cwd':'/home/ada/parser','approval_policy':'never','model':'gpt-5.5'}"),
            codex(
                    "10:00:01",
                    "response_item",
                    "{'type':'message','role':'developer','content':[{'type':'input_text',"
                            + "'text':'<permissions>all</permissions>'}]}"),
            codex(
                    "10:00:01",
                    "response_item",
                    "{'type':'message','role':'user','content':[{'type':'input_text','text':'<environment_context>\\n"
                            + "  <cwd>/home/ada/parser</cwd>\\n"
                            + "</environment_context>'}]}"),
            codex(
                    "10:00:02",
                    "response_item",
                    "{'type':'message','role':'user','content':[{'type':'input_text','text':'Fix the zeppelin"
                            + " parser'}]}"),
            codex("10:00:02", "event_msg", "{'type':'user_message','message':'Fix the zeppelin parser'}"),
            codex(
                    "10:00:05",
                    "response_item",
                    "{'type':'reasoning','summary':[{'type':'summary_text','text':'thinking'}],"
                            + "'content':null,'encrypted_content':'xyz'}"),
            codex(
                    "10:00:06",
                    "response_item",
                    "{'type':'function_call','name':'exec_command',"
                            + "'arguments':'{\\'cmd\\':\\'ls\\'}','call_id':'call_1'}"),
            codex(
                    "10:00:07",
                    "event_msg",
                    "{'type':'token_count','info':{'last_token_usage':{'input_tokens':100,"
                            + "'cached_input_tokens':40,'output_tokens':9}}}"),
            codex(
                    "10:00:08",
                    "response_item",
                    "{'type':'function_call_output','call_id':'call_1','output':'Parser.java'}"),
            codex(
                    "10:00:09",
                    "response_item",
                    "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'The parser is"
                            + " fixed.'}]}"));

    public static final List<String> CODEX_LATER = List.of(
            codex(
                    "11:00:00",
                    "response_item",
                    "{'type':'message','role':'user','content':[{'type':'input_text',"
                            + "'text':'Now write the tests'}]}"),
            codex(
                    "11:00:05",
                    "response_item",
                    "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'Written.'}]}"));

    public static final List<String> CLAUDE_LINES = List.of(
            "{'type':'summary','summary':'Parser work','leafUuid':'a3'}",
            claude("u1", "null", "user", "09:00:00", "{'role':'user','content':'Find the quokka bug'}"),
            claude(
                    "a1",
                    "'u1'",
                    "assistant",
                    "09:00:03",
                    "{'id':'msg_1','type':'message','role':'assistant','model':'claude-opus-5-5',"
                            + "'content':[{'type':'tool_use','id':'toolu_1','name':'Bash',"
                            + "'input':{'command':'ls'}}],'usage':{'input_tokens':5,"
                            + "'cache_read_input_tokens':10,'cache_creation_input_tokens':3," + "'output_tokens':7}}"),
            claude(
                    "a2",
                    "'a1'",
                    "assistant",
                    "09:00:04",
                    "{'id':'msg_1','type':'message','role':'assistant','model':'claude-opus-5-5',"
                            + "'content':[{'type':'tool_use','id':'toolu_2','name':'Read',"
                            + "'input':{'file_path':'/x'}}],'usage':{'input_tokens':5,"
                            + "'cache_read_input_tokens':10,'cache_creation_input_tokens':3," + "'output_tokens':8}}"),
            claude(
                    "r1",
                    "'a1'",
                    "user",
                    "09:00:05",
                    "{'role':'user','content':[{'tool_use_id':'toolu_1','type':'tool_result',"
                            + "'content':'README.md','is_error':false}]}"),
            claude(
                    "r2",
                    "'a2'",
                    "user",
                    "09:00:06",
                    "{'role':'user','content':[{'tool_use_id':'toolu_2','type':'tool_result',"
                            + "'content':'text of x'}]}"),
            claude(
                    "a3",
                    "'r2'",
                    "assistant",
                    "09:00:07",
                    "{'id':'msg_2','type':'message','role':'assistant','model':'claude-opus-5-5',"
                            + "'content':[{'type':'text','text':'Found"
                            + " it.'}],'usage':{'input_tokens':20,'output_tokens':4}}"));

    public static final List<String> PI_LINES = List.of(
            "{'type':'session','version':3,'id':'" + PI
                    + "','timestamp':'2026-03-03T08:00:00.000Z','cwd':'/home/ada/pi-work'}",
            "{'type':'model_change','id':'m0','parentId':null,"
                    + "'timestamp':'2026-03-03T08:00:00.100Z','provider':'openai'," + "'modelId':'gpt-5.5'}",
            pi(
                    "p1",
                    "'m0'",
                    "08:00:01",
                    "{'role':'user','content':[{'type':'text','text':'Count the"
                            + " narwhals'}],'timestamp':1772524801000}"),
            pi(
                    "p2",
                    "'p1'",
                    "08:00:02",
                    "{'role':'assistant','content':[{'type':'thinking','thinking':'hm'},{'type':'text','text':'I"
                            + " look.'},{'type':'toolCall','id':'call_9','name':'bash',"
                            + "'arguments':{'command':'ls'}}],'api':'openai-completions','provider':'x',"
                            + "'model':'chat-model','usage':{'input':11,'output':3,'cacheRead':0,"
                            + "'cacheWrite':0},'stopReason':'toolUse'}"),
            pi(
                    "p3",
                    "'p2'",
                    "08:00:03",
                    "{'role':'toolResult','toolCallId':'call_9','toolName':'bash',"
                            + "'content':[{'type':'text','text':'three'}],'isError':false}"),
            pi(
                    "p4",
                    "'p3'",
                    "08:00:04",
                    "{'role':'assistant','content':[{'type':'text','text':'Three"
                            + " narwhals.'}],'api':'openai-completions','provider':'x',"
                            + "'model':'chat-model','stopReason':'stop'}"),
            pi("p5", "'m0'", "08:00:05", "{'role':'user','content':'Count the walruses instead'}"),
            pi(
                    "p6",
                    "'p5'",
                    "08:00:06",
                    "{'role':'assistant','content':[{'type':'text','text':'No"
                            + " walrus.'}],'api':'openai-completions','provider':'x','model':'chat-model',"
                            + "'stopReason':'stop'}"));

    private SampleFiles() {}

    public static String codex(String time, String type, String payload) {
        return "{'timestamp':'2026-03-01T" + time + ".000Z','type':'" + type + "','payload':" + payload + "}";
    }

    public static String claude(String id, String parent, String type, String time, String message) {
        return claude(id, parent, type, time, message, "'isSidechain':false");
    }

    public static String claude(String id, String parent, String type, String time, String message, String more) {
        return "{'parentUuid':" + parent + "," + more + ",'userType':'external','cwd':'/home/ada/bugs','sessionId':'"
                + CLAUDE + "','version':'2.1.325','gitBranch':'main','type':'" + type + "','message':" + message
                + ",'uuid':'" + id + "','timestamp':'2026-03-02T" + time + ".000Z'}";
    }

    public static String pi(String id, String parent, String time, String message) {
        return "{'type':'message','id':'" + id + "','parentId':" + parent + ",'timestamp':'2026-03-03T" + time
                + ".000Z','message':" + message + "}";
    }

    /** Writes lines in which quotes are single. */
    public static Path write(Path file, List<String> lines) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.write(file, lines.stream().map(SampleFiles::json).toList(), StandardCharsets.UTF_8);
    }

    public static void append(Path file, List<String> lines) throws IOException {
        Files.write(file, lines.stream().map(SampleFiles::json).toList(), StandardOpenOption.APPEND);
    }

    /** A line with double quotes; those within a text are escaped. */
    public static String json(String line) {
        return line.replace("\\'", "\\\"").replace('\'', '"');
    }
}
