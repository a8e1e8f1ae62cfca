import { type PrintedDocument, type Row, styles } from './document.ts';
import {
  contentEnd,
  contentWidth,
  gutter,
  heightOf,
  page,
  type SetCell,
  type SetLine,
  setRow,
  splitAt,
  widthOfRow,
} from './set-row.ts';
import { openSheet, type Sheet } from './sheet.ts';
import { printable } from './text-runs.ts';

const ruleWidths = { thin: 0.5, strong: 1.2 };
const ruleColor = '#9aa0ab';
const backgrounds = { tint: '#f2f3f6', notice: '#fdeee5' };

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

/** Draws a row at `y`, or on the next page if it doesn't fit, and returns where it ends. A row of more than a page continues on the next one. */
function drawRow(sheet: Sheet, row: Row, y: number): number {
  const { padding = 0, spaceAbove = 0 } = row;
  let cells = setRow(row);
  let top = y + spaceAbove;
  if (top + heightOf(cells) + 2 * padding > contentEnd && y > page.margin) top = nextPage(sheet);
  for (;;) {
    const room = contentEnd - top - 2 * padding;
    const split = cells.map((cell) => splitAt(cell, room));
    const heads = split.map(({ head }) => head);
    const end = drawCells(sheet, row, heads, top);
    cells = split.map(({ tail }) => tail);
    if (cells.every(({ lines }) => lines.length === 0)) return end;
    top = nextPage(sheet);
  }
}

function nextPage({ pdf }: Sheet): number {
  pdf.addPage();
  return page.margin;
}

function drawCells(sheet: Sheet, row: Row, cells: readonly SetCell[], top: number): number {
  const { padding = 0, inset = 0, rule, background } = row;
  const { margin } = page;
  const height = heightOf(cells) + 2 * padding;
  if (background) sheet.pdf.rect(margin, top, contentWidth, height).fill(backgrounds[background]);
  if (rule) {
    const line = sheet.pdf.moveTo(margin, top).lineTo(page.width - margin, top);
    line.lineWidth(ruleWidths[rule]).stroke(ruleColor);
  }
  let left = margin + inset;
  for (const { share, align = 'left', lines } of cells) {
    const width = share * widthOfRow(row);
    drawLines(sheet, lines, { x: align === 'right' ? left + width : left, y: top + padding, align });
    left += width + gutter;
  }
  return top + height;
}

function drawLines(
  sheet: Sheet,
  lines: readonly SetLine[],
  { x, y, align }: { x: number; y: number; align: 'left' | 'right' },
): void {
  let top = y;
  for (const { text, style, height } of lines) {
    const { face: latin, size, color } = style;
    // Half the height of a capital below the middle.
    sheet.write(text, { x, y: top + height / 2 + size * 0.36, align, color }, { latin, size });
    top += height;
  }
}

function drawFooters(sheet: Sheet, footer: string): void {
  const { start, count } = sheet.pdf.bufferedPageRange();
  const { face: latin, size, color } = styles.label;
  const [y, right] = [page.height - page.margin, page.width - page.margin];
  for (let at = 0; at < count; at += 1) {
    sheet.pdf.switchToPage(start + at);
    sheet.write(printable(footer), { x: page.margin, y, align: 'left', color }, { latin, size });
    sheet.write(`Page ${at + 1} of ${count}`, { x: right, y, align: 'right', color }, { latin, size });
  }
}
