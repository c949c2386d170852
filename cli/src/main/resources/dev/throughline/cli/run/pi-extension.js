// Written by `throughline run pi`: lets pi's built-in providers speak through the gateway, for this run only.
export default function (pi) {
  const gateway = process.env.THROUGHLINE_RUN_URL;
  if (!gateway) return;
  pi.registerProvider("openai", { baseUrl: gateway + "/v1" });
  pi.registerProvider("anthropic", { baseUrl: gateway });
}
