import type { Cell, Text } from '#platform/pdf/document.ts';

export const text = (written: string, style: Text['style'] = 'body'): Text => ({ text: written, style });

export const column = (share: number, texts: Text[], align: Cell['align'] = 'left'): Cell => ({
  share,
  texts,
  align,
});
