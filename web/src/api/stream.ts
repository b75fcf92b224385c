// Answers that come line by line. Closing the connection is how an engine is told to stop.
import { ask, Refusal } from "./fetch";

/** Asks and gives each line as it comes. Ends when the server ends, or when `signal` is aborted. */
export async function* stream<T>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T, void, void> {
  try {
    const answer = await ask(path, { body, signal });
    if (!answer.body) return;
    for await (const line of lines(answer.body)) yield JSON.parse(line) as T;
  } catch (failure) {
    if (signal.aborted) return;
    if (failure instanceof Refusal) throw failure;
    throw new Refusal(0, "The connection to the server broke off.");
  }
}

/** Cuts a stream of bytes into lines; empty ones are left out. */
export async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const parts = rest.split("\n");
      rest = done ? "" : (parts.pop() ?? "");
      for (const part of parts) if (part.trim() !== "") yield part;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
