// Light, dark, or as the system has it; and wood for those who like it.
import { effect, signal } from "@preact/signals";
import { isOneOf, keep, recall } from "./storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const BOARDS = ["calm", "wood"] as const;
export type BoardTheme = (typeof BOARDS)[number];

export const theme = signal<Theme>(recall("theme", "system", isOneOf(...THEMES)));
export const boardTheme = signal<BoardTheme>(recall("board", "calm", isOneOf(...BOARDS)));

/** Puts both on <html>, now and at every change. */
export function wakeTheme(): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const dark = theme.value === "dark" || (theme.value === "system" && system.matches);
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    document.documentElement.dataset["board"] = boardTheme.value;
  };
  effect(() => {
    show();
    keep("theme", theme.value);
    keep("board", boardTheme.value);
  });
  system.addEventListener("change", show);
}
