import { describe, expect, it } from "vitest";
import * as cs from "./cs";
import * as en from "./en";
import * as hr from "./hr";
import { noteLine, playerName, rollText, withLetters } from "./names";
import { fill, type Catalogue, type Language, type Text } from "./words";

const all: Record<Language, Record<string, Catalogue>> = { en, cs, hr };
const languages = Object.keys(all) as Language[];

function each(visit: (language: Language, key: string, text: Text, english: Text) => void): void {
  for (const language of languages) {
    for (const [page, catalogue] of Object.entries(all.en)) {
      for (const [key, english] of Object.entries(catalogue)) {
        const text = all[language][page]?.[key];
        expect(text, `${language} ${page}.${key}`).toBeDefined();
        if (text !== undefined) visit(language, `${page}.${key}`, text, english);
      }
    }
  }
}
const forms = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));
const blanks = (text: string): string[] => [...new Set(text.match(/\{[a-z]+\}/g) ?? [])].sort();

describe("the catalogues", () => {
  it("have every key in every language, and no other", () => {
    for (const language of languages) {
      for (const [page, catalogue] of Object.entries(all.en)) {
        expect(Object.keys(all[language][page] ?? {}).sort(), `${language} ${page}`).toEqual(Object.keys(catalogue).sort());
      }
    }
  });
  it("have no empty text", () => {
    each((language, key, text) => {
      for (const form of forms(text)) expect(form.trim(), `${language} ${key}`).not.toBe("");
    });
  });
  it("have every plural form that the language has for whole numbers", () => {
    const needed = (language: Language) => {
      const rules = new Intl.PluralRules(language);
      return [...new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)))];
    };
    const wanted = { en: needed("en"), cs: needed("cs"), hr: needed("hr") };
    each((language, key, text) => {
      if (typeof text === "string") return;
      expect(Object.keys(text), `${language} ${key}`).toEqual(expect.arrayContaining(wanted[language]));
    });
  });
  it("leave the same blanks in every language", () => {
    each((language, key, text, english) => {
      const wanted = blanks(forms(english).at(-1) ?? "");
      for (const form of forms(text)) expect(blanks(form), `${language} ${key}: ${form}`).toEqual(wanted);
    });
  });
});

describe("texts", () => {
  it("choose the plural form by the number", () => {
    const points = hr.games["end-count-won"];
    expect(fill(points, { winner: "Crni", n: 1 }, "hr")).toBe("Crni pobjeđuje za 1 bod.");
    expect(fill(points, { winner: "Crni", n: 3 }, "hr")).toBe("Crni pobjeđuje za 3 boda.");
    expect(fill(points, { winner: "Crni", n: 7 }, "hr")).toBe("Crni pobjeđuje za 7 bodova.");
    expect(fill(cs.games["end-count-won"], { winner: "Bílý", n: 5.5 }, "cs")).toBe("Bílý vyhrává o 5,5 bodu.");
    expect(fill(en.games["end-count-won"], { winner: "White", n: 5.5 }, "en")).toBe("White wins by 5.5 points.");
  });
  it("keep a blank for which nothing was given", () => {
    expect(fill("{a} and {b}", { a: "one" }, "en")).toBe("one and {b}");
  });
});

describe("what the server writes in English", () => {
  it("is known where it comes often: rolls and notes", () => {
    expect(["NE3", "S1", "Nf3", "N4e5"].map(rollText)).toEqual(["↗3", "↓1", null, null]);
    expect(noteLine("captured by Black 3, by White 12")).toBe("Prisoners: Black 3, White 12");
    expect(noteLine("something new")).toBe("something new");
    expect(playerName("level 3 (2)")).toBe("Level 3 (2)");
    expect(playerName("Stockfish")).toBe("Stockfish");
  });
});

describe("letters of men", () => {
  const czech = { K: "K", Q: "D", R: "V", B: "S", N: "J" };
  it("are those of the language, at the beginning and after a promotion", () => {
    expect(["Nf3", "Qxe7+", "e4", "exd8=Q#", "R1a3"].map((text) => withLetters(text, czech))).toEqual([
      "Jf3", "Dxe7+", "e4", "exd8=D#", "V1a3",
    ]);
  });
  it("leave castling and unknown letters alone", () => {
    expect(["O-O", "O-O-O", "Axe5"].map((text) => withLetters(text, czech))).toEqual(["O-O", "O-O-O", "Axe5"]);
  });
});
