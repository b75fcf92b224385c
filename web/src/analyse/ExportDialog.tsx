// The tree, or the position, as a text to copy or to keep as a file.

import { useEffect, useState } from "preact/hooks";
import type { Format, WriteAnswer } from "../api";
import { post } from "../api/fetch";
import { Dialog } from "../shell/dialog";
import { toast } from "../shell/toast";
import { bare, type Spot } from "../tree/tree";
import { t } from "../words/words";
import { copy, download } from "./files";

interface ExportDialogProps {
  spot: Spot;
  formats: Format[];
  onClose: () => void;
}

export function ExportDialog({ spot, formats, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>(formats[0] ?? "fen");
  const [written, setWritten] = useState<WriteAnswer | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    setWritten(null);
    setTrouble(null);
    post<WriteAnswer>("/api/write", { tree: bare(spot.tree), format, at: spot.at }, { signal: stop.signal }).then(
      setWritten,
      (failure: unknown) => {
        if (!stop.signal.aborted) setTrouble(failure instanceof Error ? failure.message : String(failure));
      },
    );
    return () => stop.abort();
  }, [format, spot]);

  return (
    <Dialog title={t("analyse.export")} wide onClose={onClose}>
      <fieldset class="row choice">
        <legend>{t("analyse.format")}</legend>
        {formats.map((one) => (
          <label key={one}>
            <input type="radio" name="format" checked={one === format} onChange={() => setFormat(one)} />{" "}
            {one === "fen" ? t("analyse.format-position") : one.toUpperCase()}
          </label>
        ))}
      </fieldset>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <label class="field">
        <span>{written?.name ?? t("analyse.text")}</span>
        <textarea rows={10} class="mono" readOnly value={written?.text ?? ""} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="buttons end">
        <button
          type="button"
          disabled={!written}
          onClick={async () => {
            if (written) toast((await copy(written.text)) ? t("analyse.copied") : t("analyse.not-copied"));
          }}
        >
          {t("analyse.copy")}
        </button>
        <button
          type="button"
          class="primary"
          disabled={!written}
          onClick={() => written && download(written.name, written.text)}
        >
          {t("analyse.download")}
        </button>
      </div>
    </Dialog>
  );
}
