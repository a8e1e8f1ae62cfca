import { Buffer as ShapingBuffer, shape } from 'harfbuzzjs';
import type { LoadedFace } from './faces.ts';

/** The shaped text that pdfkit expects from a font, in the font's own units. */
export interface GlyphRun<Glyph> {
  glyphs: Glyph[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  advanceWidth: number;
}

/**
 * Shapes text with HarfBuzz. The shaper inside pdfkit throws for many names in Telugu, Malayalam and Gurmukhi, and draws
 * others wrongly (foliojs/fontkit#367).
 */
export function shapeText<Glyph>(
  face: LoadedFace,
  text: string,
  glyphOf: (id: number, codePoints: number[]) => Glyph,
): GlyphRun<Glyph> {
  const buffer = new ShapingBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(face.shaper, buffer);
  const placed = buffer.getGlyphInfosAndPositions();
  const starts = [...new Set(placed.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const textOf = new Map(starts.map((start, at) => [start, text.slice(start, starts[at + 1])]));
  const glyphs = placed.map(({ codepoint, cluster }) => {
    const written = textOf.get(cluster) ?? '';
    // The first glyph of a cluster stands for all of its text.
    textOf.delete(cluster);
    return glyphOf(
      codepoint,
      [...written].map((character) => character.codePointAt(0)!),
    );
  });
  const positions = placed.map(({ xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }));
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
}

/** In thousandths of the font size. */
export const widthOf = (face: LoadedFace, text: string): number => {
  const { advanceWidth } = shapeText(face, text, (id) => id);
  return (advanceWidth * 1000) / face.unitsPerEm;
};
