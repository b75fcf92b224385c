// Short, soft sounds, made rather than loaded.
import { effect, signal } from "@preact/signals";
import { painted } from "./paint";
import { isBoolean, keep, recall } from "./storage";

export type Sound = "move" | "capture" | "check" | "end" | "roll";

export const sounding = signal(recall("sound", true, isBoolean));
effect(() => keep("sound", sounding.value));

interface Note {
  at: number; // seconds
  pitch: number; // hertz
  lasts: number;
  loud: number;
  wave: OscillatorType;
}
const note = (at: number, pitch: number, lasts: number, loud = 0.12, wave: OscillatorType = "sine"): Note => {
  return { at, pitch, lasts, loud, wave };
};
const SOUNDS: Record<Sound, Note[]> = {
  move: [note(0, 320, 0.06), note(0, 160, 0.05, 0.08, "triangle")],
  capture: [note(0, 260, 0.07, 0.14), note(0.03, 130, 0.09, 0.1, "triangle")],
  check: [note(0, 520, 0.08, 0.09), note(0.09, 660, 0.1, 0.09)],
  end: [note(0, 392, 0.16, 0.09), note(0.14, 494, 0.16, 0.09), note(0.28, 587, 0.3, 0.09)],
  roll: [note(0, 95, 0.12, 0.14, "triangle"), note(0.1, 80, 0.12, 0.14, "triangle"), note(0.2, 65, 0.2, 0.14, "triangle")],
};

let context: AudioContext | null = null;

/**
 * Opens the way to the loudspeakers while nobody waits for anything: it takes a tenth of a second, in which no click is seen.
 * Only where the person has done something already; otherwise the browser keeps us silent.
 */
export function wake(): void {
  if (context || !sounding.value || !navigator.userActivation?.hasBeenActive) return;
  // Not every browser knows when it is idle.
  const later = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 300));
  later(() => quietly(opened));
}

const opened = (): AudioContext => (context ??= new AudioContext());

/** Where sounds cannot be made, none are wanted any more. */
function quietly(what: () => unknown): void {
  try {
    what();
  } catch {
    sounding.value = false;
  }
}

/** Plays a sound, if they are wanted and the browser lets us; after what is to be seen, because waking audio takes time. */
export function play(sound: Sound): void {
  if (sounding.value) void painted().then(() => quietly(() => make(sound, opened())));
}

function make(sound: Sound, context: AudioContext): void {
  // Until the person has done something the browser keeps us silent; sounds are not saved up for later.
  if (context.state === "suspended") void context.resume();
  for (const { at, pitch, lasts, loud, wave } of SOUNDS[sound]) {
    const begin = context.currentTime + at;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud, begin + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    const oscillator = context.createOscillator();
    oscillator.type = wave;
    oscillator.frequency.value = pitch;
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(begin);
    oscillator.stop(begin + lasts);
  }
}
