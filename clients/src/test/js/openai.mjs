// A small agent on the official OpenAI SDK: node openai.mjs <responses|chat> <stream|whole> <history file> <prompt>
// It keeps its history in the file, so that the next run resumes it.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.env.CLIENTS_FOLDER + "/package.json");
const { OpenAI } = require("openai");

const [api, manner, file, prompt] = process.argv.slice(2);
const client = new OpenAI();
const history = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
const parameters = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };
const tool = { name: "bash", description: "Runs a command.", parameters };
const run = (given) => execFileSync("sh", ["-c", JSON.parse(given).command], { encoding: "utf8" });

async function responses() {
    const asked = {
        model: "gpt-5.5",
        instructions: "You run what you are asked to run.",
        input: history,
        tools: [{ type: "function", ...tool, strict: false }],
        reasoning: { effort: "low" },
        include: ["reasoning.encrypted_content"],
        store: false,
    };
    const answer = manner === "stream"
        ? await client.responses.stream(asked).finalResponse()
        : await client.responses.create(asked);
    history.push(...answer.output);
    const calls = answer.output.filter((item) => item.type === "function_call");
    for (const call of calls) {
        history.push({ type: "function_call_output", call_id: call.call_id, output: run(call.arguments) });
    }
    return calls.length > 0 ? responses() : answer.output_text;
}

async function chat() {
    const asked = { model: "gpt-5.5", messages: history, tools: [{ type: "function", function: tool }] };
    const answer = manner === "stream"
        ? await client.chat.completions.stream(asked).finalChatCompletion()
        : await client.chat.completions.create(asked);
    const message = answer.choices[0].message;
    history.push(message);
    const calls = message.tool_calls ?? [];
    for (const call of calls) {
        history.push({ role: "tool", tool_call_id: call.id, content: run(call.function.arguments) });
    }
    return calls.length > 0 ? chat() : message.content;
}

if (api === "chat" && history.length === 0) {
    history.push({ role: "system", content: "You run what you are asked to run." });
}
history.push({ role: "user", content: prompt });
console.log(await (api === "chat" ? chat() : responses()));
writeFileSync(file, JSON.stringify(history));
