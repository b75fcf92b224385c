// Questions to the server, and its refusals as sentences.
import type { Problem } from "../api";
import { token } from "./token";

/** A refusal, or no answer at all (`status` 0). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly where: string | null = null,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

export interface Asking {
  body?: unknown; // anything JSON; makes it a POST
  key?: string; // proves that a game is one's own
  signal?: AbortSignal;
}

/** Asks, and gives the answer as it comes; throws a `Refusal`. */
export async function ask(path: string, { body, key, signal }: Asking = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  const secret = token();
  if (secret) headers["Authorization"] = `Bearer ${secret}`;
  if (key) headers["X-Tabula-Key"] = key;
  const init: RequestInit = { headers };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.method = "POST";
    init.body = JSON.stringify(body);
    headers["Content-Type"] = "application/json";
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new Refusal(0, "The server does not answer.");
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => null);
  if (isProblem(problem)) throw new Refusal(answer.status, problem.error, problem.where ?? null);
  throw new Refusal(answer.status, `The server answered ${answer.status}.`);
}

export async function get<T>(path: string, asking: Omit<Asking, "body"> = {}): Promise<T> {
  return (await (await ask(path, asking)).json()) as T;
}

export async function post<T>(path: string, body: unknown, asking: Omit<Asking, "body"> = {}): Promise<T> {
  return (await (await ask(path, { ...asking, body })).json()) as T;
}

/** Whether something failed only because we ourselves stopped it. */
export function isAborted(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === "AbortError";
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "error" in value && typeof value.error === "string";
}
