import { decodeHTMLAttribute } from 'entities/decode';
import { Tokenizer } from 'htmlparser2';

/** The parts of a page that we read, in document order. */
export interface PageParts {
  /** `<a>` and `<link>` with an `href`, as written, with entities decoded. */
  links: { tag: 'a' | 'link'; href: string; rel: string }[];
  /** `<meta>` with a `name`. */
  metas: { name: string; content: string }[];
  /** The text of each `<script type="application/ld+json">`. */
  jsonLd: string[];
  /** The page hit a limit, and the rest of it was not read. */
  cutShort: boolean;
}

/** Reading stops at the first limit that a page reaches. Lengths are in UTF-16 code units. */
export const scanLimits = {
  tags: 50_000,
  attributes: 150_000,
  links: 2000,
  metas: 500,
  scripts: 20,
  /** The limit of all stored attributes. One longer than `valueLength` is skipped. */
  valuesLength: 256 * 1024,
  valueLength: 4096,
  /** A longer script is skipped. */
  scriptLength: 100_000,
  /** The limit of all stored scripts. JSON with many differently shaped objects is the slowest to parse. */
  scriptsLength: 150_000,
} as const;

const kept: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel'],
  link: ['href', 'rel'],
  meta: ['name', 'content'],
  script: ['type'],
};
const nameLengthMax = 'content'.length;
const jsonLdType = /^\s*application\/ld\+json\b/i;

/**
 * Scans a page of any quality in one pass. The tokenizer keeps no stack of open tags, so depth and unclosed tags cost
 * nothing. Only stored attributes are decoded.
 */
export function scanPage(html: string): PageParts {
  const scan = new Scan(html);
  const tokenizer = new Tokenizer({ decodeEntities: false }, scan);
  scan.stop = () => tokenizer.pause();
  tokenizer.write(html);
  tokenizer.end();
  return scan.parts;
}

interface Span {
  from: number;
  to: number;
}

/** The tokenizer's callbacks. */
class Scan {
  readonly parts: PageParts = { links: [], metas: [], jsonLd: [], cutShort: false };
  stop = () => {};
  readonly #html: string;
  #tags = 0;
  #attributes = 0;
  #valuesLength = 0;
  #scriptsLength = 0;
  #tag = '';
  #wanted: readonly string[] = [];
  /** Attributes of the open tag. If one is repeated the first counts, as in browsers. */
  #given: Record<string, string> = {};
  #name: string | null = null;
  #value: Span = { from: 0, to: 0 };
  #script: Span | null = null;

  constructor(html: string) {
    this.#html = html;
  }

  onopentagname(from: number, to: number) {
    this.#tag = this.#nameIn(from, to);
    this.#wanted = Object.hasOwn(kept, this.#tag) ? kept[this.#tag]! : [];
    this.#given = {};
    this.#tags += 1;
    this.#stopWhen(this.#tags > scanLimits.tags);
  }

  onattribname(from: number, to: number) {
    const name = this.#wanted.length === 0 ? '' : this.#nameIn(from, to);
    this.#name = this.#wanted.includes(name) && !Object.hasOwn(this.#given, name) ? name : null;
    this.#value = { from: to, to };
    this.#attributes += 1;
    this.#stopWhen(this.#attributes > scanLimits.attributes);
  }

  onattribdata(from: number, to: number) {
    this.#value = { from, to };
  }

  onattribend() {
    const { from, to } = this.#value;
    if (this.#name === null || to - from > scanLimits.valueLength) return;
    this.#given[this.#name] = decodeHTMLAttribute(this.#html.slice(from, to));
    this.#valuesLength += to - from;
    this.#stopWhen(this.#valuesLength > scanLimits.valuesLength);
  }

  onopentagend() {
    const { href, rel = '', name, content = '', type = '' } = this.#given;
    const { links, metas } = this.parts;
    if (this.#tag === 'script' && jsonLdType.test(type)) this.#script = { from: 0, to: 0 };
    if (this.#tag === 'meta' && name !== undefined) metas.push({ name, content });
    if ((this.#tag === 'a' || this.#tag === 'link') && href !== undefined)
      links.push({ tag: this.#tag, href, rel });
    this.#wanted = [];
    this.#stopWhen(links.length >= scanLimits.links || metas.length >= scanLimits.metas);
  }

  onselfclosingtag() {
    this.onopentagend();
  }

  ontext(from: number, to: number) {
    if (this.#script) this.#script = { from: this.#script.to === 0 ? from : this.#script.from, to };
  }

  onclosetag(from: number, to: number) {
    if (this.#script && this.#nameIn(from, to) === 'script') this.onend();
  }

  /** Ends the page, or a script that was never closed. */
  onend() {
    const script = this.#script;
    this.#script = null;
    if (!script || script.to - script.from > scanLimits.scriptLength) return;
    this.parts.jsonLd.push(this.#html.slice(script.from, script.to));
    this.#scriptsLength += script.to - script.from;
    this.#stopWhen(
      this.parts.jsonLd.length >= scanLimits.scripts || this.#scriptsLength > scanLimits.scriptsLength,
    );
  }

  oncdata() {}
  oncomment() {}
  ondeclaration() {}
  onprocessinginstruction() {}
  onattribentity() {}
  ontextentity() {}

  #nameIn = (from: number, to: number): string =>
    to - from > nameLengthMax ? '' : this.#html.slice(from, to).toLowerCase();

  #stopWhen(isEnough: boolean) {
    if (!isEnough) return;
    this.parts.cutShort = true;
    this.stop();
  }
}
