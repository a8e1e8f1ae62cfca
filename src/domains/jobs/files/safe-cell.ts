/** What a spreadsheet runs as a formula, also behind spaces and in its full-width forms (OWASP, "CSV Injection"). */
const formula = /^[\s\u00a0\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** `+919876543210`, `+1 (202) 555-0123`, `-5` and `-`: nothing in them can be run, and an apostrophe would spoil a number. */
const harmless = /^[+-](?:[\d\s()+.,;/-]| ext\. )*$/;

/** The text, with an apostrophe before it if a spreadsheet would run it. */
export const safeCell = (text: string): string =>
  formula.test(text) && !harmless.test(text) ? `'${text}` : text;
