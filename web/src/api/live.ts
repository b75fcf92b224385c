// Live events. A broken connection is mended by itself, a little later each time.
import { signal } from "@preact/signals";
import { token } from "./token";

/** How many live connections wait to be mended; the shell tells the person while there are any. */
export const broken = signal(0);

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

/** Listens until the returned function is called. `hear` has one function per event name. */
export function listen(path: string, hear: Record<string, (data: unknown) => void>): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT;
  let isBroken = false;
  const mark = (value: boolean) => {
    if (value !== isBroken) broken.value += value ? 1 : -1;
    isBroken = value;
  };
  const open = () => {
    const url = new URL(path, location.href);
    const secret = token();
    if (secret) url.searchParams.set("token", secret);
    source = new EventSource(url);
    source.onopen = () => {
      wait = FIRST_WAIT;
      mark(false);
    };
    source.onerror = () => {
      source?.close();
      mark(true);
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
    for (const [name, heard] of Object.entries(hear)) {
      source.addEventListener(name, (event) => heard(JSON.parse((event as MessageEvent<string>).data)));
    }
  };
  const hurry = () => {
    if (!isBroken) return;
    clearTimeout(timer);
    open();
  };
  addEventListener("online", hurry);
  open();
  return () => {
    removeEventListener("online", hurry);
    clearTimeout(timer);
    source?.close();
    mark(false);
  };
}
