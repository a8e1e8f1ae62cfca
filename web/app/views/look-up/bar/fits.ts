/** Longest text, in characters, that the bar takes: the 10,000 links of a job, with 100 characters each. */
export const textMax = 1_000_000;

/** Whether a field has room for a text in place of what is selected. */
export const fits = ({ value, selectionStart, selectionEnd }: Filled, text: string): boolean =>
  value.length - (selectionEnd - selectionStart) + text.length <= textMax;

interface Filled {
  value: string;
  selectionStart: number;
  selectionEnd: number;
}
