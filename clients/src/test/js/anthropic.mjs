// A small agent on the official Anthropic SDK: node anthropic.mjs messages <stream|whole> <history file> <prompt>
// It keeps its history in the file, so that the next run resumes it.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.env.CLIENTS_FOLDER + "/package.json");
const { Anthropic } = require("@anthropic-ai/sdk");

const [, manner, file, prompt] = process.argv.slice(2);
const client = new Anthropic();
const messages = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
const run = (given) => execFileSync("sh", ["-c", given.command], { encoding: "utf8" });

async function answer() {
    const asked = {
        model: "claude-opus-5-5",
        max_tokens: 4096,
        system: "You run what you are asked to run.",
        messages,
        thinking: { type: "enabled", budget_tokens: 2048 },
        tools: [{
            name: "bash",
            description: "Runs a command.",
            input_schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
        }],
    };
    const message = manner === "stream"
        ? await client.messages.stream(asked).finalMessage()
        : await client.messages.create(asked);
    messages.push({ role: "assistant", content: message.content });
    const calls = message.content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) {
        return message.content.filter((block) => block.type === "text").map((block) => block.text).join("");
    }
    messages.push({
        role: "user",
        content: calls.map((call) => ({ type: "tool_result", tool_use_id: call.id, content: run(call.input) })),
    });
    return answer();
}

messages.push({ role: "user", content: prompt });
console.log(await answer());
writeFileSync(file, JSON.stringify(messages));
