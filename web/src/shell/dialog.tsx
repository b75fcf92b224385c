// Questions before something that cannot be undone, on the browser's own dialog: it keeps the focus and closes on Escape.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../words/words";

interface Question {
  text: string;
  yes: string;
  answer: (yes: boolean) => void;
}

const question = signal<Question | null>(null);

/** Asks once; resolves to whether the person agreed. */
export function confirm(text: string, yes: string): Promise<boolean> {
  question.value?.answer(false);
  return new Promise((answer) => (question.value = { text, yes, answer }));
}

export function ConfirmDialog() {
  const asked = question.value;
  if (!asked) return null;
  const answer = (yes: boolean) => {
    question.value = null;
    asked.answer(yes);
  };
  return (
    <Dialog title={asked.text} onClose={() => answer(false)}>
      <div class="buttons end">
        <button onClick={() => answer(false)}>{t("shell.cancel")}</button>
        <button class="primary" onClick={() => answer(true)}>
          {asked.yes}
        </button>
      </div>
    </Dialog>
  );
}

/** Any modal dialog; exists while it is open. */
export function Dialog(props: { title: string; wide?: boolean; onClose: () => void; children: ComponentChildren }) {
  const { title, wide = false, onClose, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      // While it is open the rest of the page cannot be focused; and closing must not be heard as the person's doing.
      isMine.current = true;
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const isMine = useRef(false);
  const closed = () => {
    if (!isMine.current) onClose();
  };
  const clickedBeside = (event: MouseEvent) => {
    if (event.target === ref.current) onClose();
  };
  return (
    <dialog ref={ref} class={wide ? "wide" : ""} aria-labelledby={id} onClose={closed} onClick={clickedBeside}>
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
