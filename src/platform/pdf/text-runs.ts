import { type FaceName, faceNamed, faceOfScript, facesThatUse } from './faces.ts';

/** A piece of text in one face and one direction. */
export interface TextRun {
  face: FaceName;
  text: string;
  direction: 'ltr' | 'rtl' | 'number' | 'neutral';
}

/** Shown for a character that no face has. */
const replacement = '\ufffd';
/** Controls of direction could make a document read differently from what it says. Those of joining stay: names need them. */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const joiner = /[\u200c\u200d]/;
const attaches = /[\p{Mark}\u200c\u200d]/u;

/** Text as it can be printed: composed, without invisible characters, and with single spaces. */
export const printable = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(unprintable, '').normalize('NFC').trim();

/**
 * Cuts printable text into runs. Letters use the face of their script; marks and joiners stay with the letter before them.
 * After letters that are written from right to left, numbers and spaces are runs of their own: they change places with those.
 */
export function textRuns(text: string, latin: 'regular' | 'strong'): TextRun[] {
  const runs: TextRun[] = [];
  let isTurned = false;
  for (const character of text) {
    const last = runs.at(-1);
    const next = runOf(character, last, latin);
    if (!next) continue;
    if (next.direction === 'ltr' || next.direction === 'rtl') isTurned = next.direction === 'rtl';
    else if (!isTurned) next.direction = 'ltr';
    if (last && last.face === next.face && last.direction === next.direction) last.text += next.text;
    else runs.push(next);
  }
  return runs;
}

function runOf(character: string, last: TextRun | undefined, latin: 'regular' | 'strong'): TextRun | null {
  const codePoint = character.codePointAt(0)!;
  if (last && attaches.test(character) && faceNamed(last.face).covers(codePoint)) {
    return { ...last, text: character };
  }
  if (joiner.test(character)) return null;
  const candidates = [
    faceOfScript(character) ?? latin,
    ...(last ? [last.face] : []),
    ...facesThatUse(character),
  ];
  const face = candidates.find((name) => faceNamed(name).covers(codePoint));
  return face
    ? { face, text: character, direction: directionOf(character) }
    : { face: latin, text: replacement, direction: 'neutral' };
}

function directionOf(character: string): TextRun['direction'] {
  if (/\p{Nd}/u.test(character)) return 'number';
  if (/\p{Script=Arabic}/u.test(character) && /\p{L}|\p{M}/u.test(character)) return 'rtl';
  return /\p{L}|\p{M}/u.test(character) ? 'ltr' : 'neutral';
}
