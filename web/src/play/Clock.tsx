// A clock, or nothing where none runs. Counts down by itself between two words of the server.
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/words";

interface ClockProps {
  left: number; // when it was said
  heard: number; // when that was, by performance.now()
  running: boolean;
}

const SHORT = 10_000;

export function Clock({ left, heard, running }: ClockProps) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((count) => count + 1), 100);
    return () => clearInterval(timer);
  }, [running]);
  const now = Math.max(0, running ? left - (performance.now() - heard) : left);
  const text = clockText(now);
  const name = `clock numbers${running ? " running" : ""}${now < SHORT ? " short" : ""}`;
  return (
    <span class={name} role="timer" aria-label={t("play.clock-left", { time: text })} aria-live="off">
      {text}
    </span>
  );
}

/** `5:03`, `1:02:03`, and with tenths in the last ten seconds. */
export function clockText(millis: number): string {
  if (millis < SHORT) return `0:0${(Math.floor(millis / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(millis / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
