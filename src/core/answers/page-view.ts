import type { ValidationFault } from '../failure.ts';

/** Renders an operation for a browser: answers and refusals become pages. */
export interface PageView<Output = unknown> {
  answer(output: Output, request: PageRequest): Page;
  refusal(refusal: PageRefusal, request: PageRequest): Page;
}

export interface Page {
  title: string;
  /** Starts with an `h1`. */
  main: Markup;
}

export interface PageRequest {
  /** The members as the browser sent them, valid or not. */
  given: Readonly<Record<string, string>>;
  /** The path of PUBLIC_URL, which every link starts with. Usually empty. */
  prefix: string;
}

export interface PageRefusal {
  /** Null if the only problem is the faults. */
  code: string | null;
  /** The sentence to show, or null to use the text of the code. */
  detail: string | null;
  faults: readonly ValidationFault[];
}

/** Text that is already markup. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | null;

/** Escapes every value in the template, unless the value is markup. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.map((text, at) => text + rendered(parts[at] ?? null)).join(''));

/** Markup after markup. */
export const listed = (parts: readonly Markup[]): Markup =>
  new Markup(parts.map(({ text }) => text).join(''));

function rendered(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  return part.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
