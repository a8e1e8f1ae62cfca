import PDFDocument from 'pdfkit';
import { type FaceName, faceNamed } from './faces.ts';
import { shapeText } from './shape-text.ts';
import { measured, type TextFormat } from './text-lines.ts';
import { textRuns } from './text-runs.ts';
import { visualOrder } from './visual-order.ts';

/** The part of pdfkit's own font that its types leave out. */
interface FontInside {
  font: { layout: unknown; getGlyph(id: number, codePoints: number[]): object };
}

/** Text and lines on pages, at positions in points from the top left. */
export interface Sheet {
  pdf: PDFKit.PDFDocument;
  /** One line, with `y` its baseline. Returns nothing; `x` is the left or the right end. */
  write(
    text: string,
    at: { x: number; y: number; align: 'left' | 'right'; color: string },
    format: TextFormat,
  ): void;
}

export function openSheet(info: PDFKit.DocumentInfo): Sheet {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    // Only the faces below are used; without `null` pdfkit adds Helvetica.
    font: null as never,
    info,
  });
  const opened = new Set<FaceName>();

  function use(name: FaceName): void {
    const face = faceNamed(name);
    if (!opened.has(name)) pdf.registerFont(name, face.file);
    pdf.font(name);
    if (opened.has(name)) return;
    opened.add(name);
    const { font } = (pdf as unknown as { _font: FontInside })._font;
    font.layout = (text: string) => shapeText(face, text, (id, codePoints) => font.getGlyph(id, codePoints));
  }

  return {
    pdf,
    write(text, { x, y, align, color }, format) {
      const runs = visualOrder(textRuns(text, format.latin));
      let left = align === 'right' ? x - measured(text, format) : x;
      const isShaped = runs.some(({ face }) => face !== 'regular' && face !== 'strong');
      // Glyphs of Indian scripts don't map back to their letters one by one, so the text goes along for copying and searching.
      if (isShaped) pdf.markContent('Span', { actual: text });
      for (const run of runs) {
        use(run.face);
        pdf
          .fontSize(format.size)
          .fillColor(color)
          .text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic', features: [] });
        left += measured(run.text, format);
      }
      // pdfkit draws text with the y axis turned. Readers place the whole text where the axes are at its end.
      if (isShaped) pdf.save().transform(1, 0, 0, -1, 0, pdf.page.height).endMarkedContent().restore();
    },
  };
}
