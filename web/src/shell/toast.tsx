// Short messages at the edge of the window: what happened, and what was kept.
import { signal } from "@preact/signals";
import { Refusal } from "../api/fetch";
import { t } from "../words/words";

interface Toast {
  id: number;
  text: string;
  kind: "note" | "error";
}

const toasts = signal<Toast[]>([]);
let next = 0;
const STAYS = 6000;

export function toast(text: string, kind: Toast["kind"] = "note"): void {
  const id = next++;
  toasts.value = [...toasts.value.filter((other) => other.text !== text), { id, text, kind }];
  setTimeout(() => dismiss(id), STAYS);
}

/** Says what went wrong. */
export function complain(failure: unknown): void {
  if (failure instanceof Refusal) toast(failure.status === 0 ? t("shell.no-answer") : failure.message, "error");
  else toast(failure instanceof Error ? failure.message : String(failure), "error");
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((other) => other.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" aria-label={t("shell.messages")}>
      {toasts.value.map(({ id, text, kind }) => (
        <div class={`toast ${kind}`} key={id}>
          <span>{text}</span>
          <button class="bare" aria-label={t("shell.close")} onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
