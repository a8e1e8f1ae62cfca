import { type Cell, type PrintedDocument, type Row, styles } from './document.ts';
import { openSheet, type Sheet } from './sheet.ts';
import { textLines } from './text-lines.ts';
import { printable, textRuns } from './text-runs.ts';

const page = { width: 595.28, height: 841.89, margin: 48 };
const contentWidth = page.width - 2 * page.margin;
const contentEnd = page.height - page.margin - 24;
/** Between cells. */
const gutter = 14;
const ruleWidths = { thin: 0.5, strong: 1.2 };
const backgrounds = { tint: '#f2f3f6', notice: '#fdeee5' };

interface SetLine {
  text: string;
  style: (typeof styles)[keyof typeof styles];
  height: number;
}

/** Prints a document as PDF. The same document gives the same bytes. */
export async function printDocument(document: PrintedDocument): Promise<Buffer> {
  const { createdAt, title, author } = document;
  const sheet = openSheet({
    Title: printable(title),
    Author: printable(author),
    Creator: 'Contactry',
    Producer: 'Contactry',
    CreationDate: createdAt,
    ModDate: createdAt,
  });
  const bytes = collect(sheet.pdf);
  let y = page.margin;
  for (const row of document.rows) y = drawRow(sheet, row, y);
  drawFooters(sheet, document.footer);
  sheet.pdf.end();
  return bytes;
}

async function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Draws a row at `y`, or on the next page if it doesn't fit, and returns where it ends. */
function drawRow(sheet: Sheet, row: Row, y: number): number {
  const { padding = 0, inset = 0, spaceAbove = 0, rule, background } = row;
  const cells = row.cells.map((cell) => ({ ...cell, lines: setLines(cell, row) }));
  const textHeight = Math.max(
    0,
    ...cells.map(({ lines }) => lines.reduce((sum, { height }) => sum + height, 0)),
  );
  const height = textHeight + 2 * padding;
  let top = y + spaceAbove;
  if (top + height > contentEnd && y > page.margin) {
    sheet.pdf.addPage();
    top = page.margin;
  }
  if (background) {
    sheet.pdf.rect(page.margin, top, contentWidth, height).fill(backgrounds[background]);
  }
  if (rule) {
    const end = page.width - page.margin;
    sheet.pdf.moveTo(page.margin, top).lineTo(end, top).lineWidth(ruleWidths[rule]).stroke('#9aa0ab');
  }
  let left = page.margin + inset;
  for (const { share, align = 'left', lines } of cells) {
    const width = share * widthOf(row);
    drawLines(sheet, lines, { x: align === 'right' ? left + width : left, y: top + padding, align });
    left += width + gutter;
  }
  return top + height;
}

/** What the cells of a row share. */
const widthOf = ({ cells, inset = 0 }: Row): number => contentWidth - 2 * inset - gutter * (cells.length - 1);

function setLines({ texts, share }: Cell, row: Row): SetLine[] {
  return texts.flatMap(({ text, style: name }) => {
    const style = styles[name];
    const format = { latin: style.face, size: style.size };
    return textLines(printable(text), share * widthOf(row), format).map((line) => ({
      text: line,
      style,
      height: style.size * leadingOf(line),
    }));
  });
}

/** Letters of other scripts reach further above and below the line. */
const leadingOf = (line: string): number =>
  textRuns(line, 'regular').some(({ face }) => face !== 'regular') ? 1.75 : 1.45;

function drawLines(
  sheet: Sheet,
  lines: readonly SetLine[],
  { x, y, align }: { x: number; y: number; align: 'left' | 'right' },
): void {
  let top = y;
  for (const { text, style, height } of lines) {
    const baseline = top + height / 2 + style.size * 0.36;
    sheet.write(text, { x, y: baseline, align, color: style.color }, { latin: style.face, size: style.size });
    top += height;
  }
}

function drawFooters(sheet: Sheet, footer: string): void {
  const { start, count } = sheet.pdf.bufferedPageRange();
  const { face: latin, size, color } = styles.label;
  const y = page.height - page.margin;
  for (let at = 0; at < count; at += 1) {
    sheet.pdf.switchToPage(start + at);
    const right = page.width - page.margin;
    sheet.write(printable(footer), { x: page.margin, y, align: 'left', color }, { latin, size });
    sheet.write(`Page ${at + 1} of ${count}`, { x: right, y, align: 'right', color }, { latin, size });
  }
}
