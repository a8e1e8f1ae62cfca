import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Blob, Face, Font } from 'harfbuzzjs';

/** A font file, for shaping and for embedding. */
export interface LoadedFace {
  name: string;
  file: Buffer;
  shaper: Font;
  unitsPerEm: number;
  covers(codePoint: number): boolean;
}

/** One face a script, and a bold one for Latin. */
const files = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  strong: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  Devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  Bengali: '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  Gurmukhi: '@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf',
  Gujarati: '@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf',
  Oriya: '@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf',
  Tamil: '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  Telugu: '@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf',
  Kannada: '@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf',
  Malayalam: '@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf',
  Arabic: '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
};

export type FaceName = keyof typeof files;

const loaded = new Map<FaceName, LoadedFace>();

/** Read at its first use: most documents need two. */
export function faceNamed(name: FaceName): LoadedFace {
  const known = loaded.get(name);
  if (known) return known;
  const file = readFileSync(fileURLToPath(import.meta.resolve(files[name])));
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  const face = new Face(new Blob(bytes));
  const covered = new Set(face.collectUnicodes());
  const opened = {
    name,
    file,
    shaper: new Font(face),
    unitsPerEm: face.upem,
    covers: (codePoint: number) => covered.has(codePoint),
  };
  loaded.set(name, opened);
  return opened;
}

const scripts = (
  [
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Arabic',
  ] as const
).map((name) => ({
  name,
  own: new RegExp(`\\p{Script=${name}}`, 'u'),
  uses: new RegExp(`\\p{Script_Extensions=${name}}`, 'u'),
}));

/** The face of a character's own script. Null for Latin and for what every script uses, such as digits and spaces. */
export const faceOfScript = (character: string): FaceName | null =>
  scripts.find(({ own }) => own.test(character))?.name ?? null;

/** Faces of scripts that use a character: the danda ends sentences in several. */
export const facesThatUse = (character: string): FaceName[] =>
  scripts.filter(({ uses }) => uses.test(character)).map(({ name }) => name);
