// The words of the page in three languages. English says which keys there are; a language that lacks one does not compile.
import { signal } from "@preact/signals";
import { isOneOf, keep, recall } from "../shell/storage";
import * as english from "./en";

export const LANGUAGES = ["en", "cs", "hr"] as const;
export type Language = (typeof LANGUAGES)[number];
/** What the languages call themselves. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", cs: "Čeština", hr: "Hrvatski" };

/** One form per plural category; `{n}` is the number that chooses it. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type Text = string | Plural;
export type Catalogue = Record<string, Text>;
/** A catalogue with the same keys as an English one. */
export type Same<English> = { readonly [Key in keyof English]: Text };

type English = typeof english;
export type Words = { readonly [Page in keyof English]: Same<English[Page]> };
/** `play.take-back` */
export type Key = { [Page in keyof English]: `${Page & string}.${keyof English[Page] & string}` }[keyof English];
/** What is put in for `{name}`; numbers are written as the language writes them. */
export type Blanks = Record<string, string | number>;

const load: Record<Language, () => Promise<Words>> = {
  en: () => Promise.resolve(english),
  cs: () => import("./cs"),
  hr: () => import("./hr"),
};

export const language = signal<Language>("en");
const words = signal<Words>(english);

/** Changes the language, when its words have come. */
export async function speak(wanted: Language): Promise<void> {
  const found = await load[wanted]();
  words.value = found;
  language.value = wanted;
  document.documentElement.lang = wanted;
}

/** The language that was chosen before, or the first of the browser's that we know. */
export async function wakeLanguage(): Promise<void> {
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2)).find(isOneOf(...LANGUAGES));
  const wanted = recall("language", preferred ?? "en", isOneOf(...LANGUAGES));
  // Without the words of another language the page still speaks English.
  await speak(wanted).catch(() => undefined);
}

export async function chooseLanguage(wanted: Language): Promise<void> {
  await speak(wanted);
  keep("language", wanted);
}

/** The text of a key. */
export function t(key: Key, blanks: Blanks = {}): string {
  return maybe(key, blanks) ?? key;
}

/** The text of a key that may not exist: names of things that come from the server. */
export function maybe(key: string, blanks: Blanks = {}): string | null {
  const dot = key.indexOf(".");
  const page = (words.value as Record<string, Catalogue>)[key.slice(0, dot)];
  const text = page?.[key.slice(dot + 1)];
  return text === undefined ? null : fill(text, blanks, language.value);
}

/** Chooses the plural form and puts in what is missing. */
export function fill(text: Text, blanks: Blanks, tongue: Language): string {
  const form = typeof text === "string" ? text : choose(text, blanks["n"], tongue);
  return form.replace(/\{([a-z]+)\}/g, (whole, name: string) => {
    const value = blanks[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? numberIn(tongue, value) : value;
  });
}

function choose(text: Plural, n: string | number | undefined, tongue: Language): string {
  return text[new Intl.PluralRules(tongue).select(Number(n ?? 0))] ?? text.other;
}

function numberIn(tongue: Language, value: number, how?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(tongue, how).format(value);
}

/** A number as the language writes it. */
export function number(value: number, how?: Intl.NumberFormatOptions): string {
  return numberIn(language.value, value, how);
}

/** A day and a time as the language writes them. */
export function moment(iso: string): string {
  const how: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language.value, how).format(new Date(iso));
}
