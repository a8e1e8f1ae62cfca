import { Marked, type Token, type Tokens } from 'marked';
import { html, Markup } from '#core/answers/page-view.ts';
import { asOnWebsite } from './own-addresses.ts';

export interface Section {
  /** Empty above the first heading. */
  anchor: string;
  title: string;
  depth: number;
  text: string;
  isForOperators: boolean;
}

export interface Guide {
  title: string;
  /** Not for customers of the service. */
  isForOperators: boolean;
  /** Its first paragraph. */
  summary: string;
  body: Markup;
  /** For the contents and the search. */
  sections: readonly Section[];
}

/** Where a link of the text leads on the website. Null: nowhere, so it becomes text. */
export type Resolve = (target: string) => string | null;

export function renderGuide(markdown: string, resolve: Resolve, isForOperators: boolean): Guide {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(asOnWebsite(markdown));
  const sections = sectionsOf(tokens, isForOperators);
  const [first] = tokens.filter(({ type }) => type === 'paragraph');
  // A heading is rendered in its place, and each has an anchor of its own.
  const anchors = sections.filter(({ anchor }) => anchor !== '').map(({ anchor }) => anchor);
  marked.use({ renderer: renderer(resolve, anchors) });
  return {
    title: sections.find(({ depth }) => depth === 1)?.title ?? 'Untitled',
    isForOperators,
    summary: first ? shortened(textOf([first]), 200) : '',
    body: new Markup(marked.parser(tokens)),
    sections,
  };
}

/** The text below each heading, in order. A guide for customers may end with a part for operators. */
function sectionsOf(tokens: readonly Token[], isForOperators: boolean): Section[] {
  const sections: Section[] = [{ anchor: '', title: '', depth: 0, text: '', isForOperators }];
  const taken = new Map<string, number>();
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = textOf([token]);
      const { depth } = token as Tokens.Heading;
      const isInPart = depth > 2 && sections.at(-1)!.isForOperators;
      sections.push({
        anchor: anchorOf(title, taken),
        title,
        depth,
        text: '',
        isForOperators: isForOperators || isInPart || title === 'For operators',
      });
    } else sections.at(-1)!.text += `${textOf([token])}\n`;
  }
  return sections;
}

/** As GitHub makes the anchor of a heading, so that links work in both places. */
function anchorOf(title: string, taken: Map<string, number>): string {
  const anchor = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const times = taken.get(anchor) ?? 0;
  taken.set(anchor, times + 1);
  return times === 0 ? anchor : `${anchor}-${times}`;
}

/** The plain text of tokens, as a reader sees it. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows]
          .map((cells) => cells.map((cell) => textOf(cell.tokens)).join(' '))
          .join('\n');
      }
      if (token.type === 'list')
        return (token as Tokens.List).items.map((item) => textOf(item.tokens)).join('\n');
      if (token.type === 'html' || token.type === 'space') return '';
      if ('tokens' in token && token.tokens) return textOf(token.tokens);
      return 'text' in token ? String(token.text) : '';
    })
    .join('');
}

function shortened(text: string, lengthMax: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= lengthMax) return line;
  return `${line.slice(0, lengthMax).replace(/\s\S*$/, '')} …`;
}

function renderer(
  resolve: Resolve,
  anchors: readonly string[],
): NonNullable<Parameters<Marked['use']>[0]['renderer']> {
  let headings = 0;
  return {
    heading({ tokens, depth }) {
      const anchor = anchors[headings++]!;
      const text = new Markup(this.parser.parseInline(tokens));
      if (depth === 1) return html`<h1 id="${anchor}">${text}</h1>\n`.text;
      const level = new Markup(`h${depth}`);
      return html`<${level} id="${anchor}"><a href="#${anchor}">${text}</a></${level}>\n`.text;
    },
    link({ href, tokens }) {
      const text = new Markup(this.parser.parseInline(tokens));
      const address = resolve(href);
      return address ? html`<a href="${address}">${text}</a>`.text : text.text;
    },
    image({ href, text }) {
      const address = resolve(href);
      return address ? html`<img src="${address}" alt="${text}" loading="lazy">`.text : '';
    },
    code({ text, lang = '' }) {
      return html`<pre tabindex="0"><code>${isShell(lang) ? withComments(text) : text}</code></pre>\n`.text;
    },
    table({ header, rows }) {
      const titles = header.map((cell) => this.parser.parseInline(cell.tokens));
      const head = titles.map((title) => (title ? `<th scope="col">${title}</th>` : '<td></td>')).join('');
      const body = rows.map((cells) => {
        const tds = cells.map((cell, at) => {
          const title = html`${textOf(header[at]!.tokens)}`.text;
          return `<td data-title="${title}">${this.parser.parseInline(cell.tokens)}</td>`;
        });
        return `<tr>${tds.join('')}</tr>\n`;
      });
      const isNamed = titles.some((title) => title !== '');
      return `<table>${isNamed ? `<thead><tr>${head}</tr></thead>` : ''}<tbody>\n${body.join('')}</tbody></table>\n`;
    },
    // The guides have none. HTML in other documents is for GitHub.
    html: () => '',
  };
}

const isShell = (language: string): boolean => /^(sh|bash|shell|python|ini|yaml)$/.test(language);

/** Comments of a program are fainter than the program. */
const withComments = (text: string): Markup =>
  new Markup(
    text
      .split('\n')
      .map((line) => {
        const [, before = '', comment = ''] = /^((?:.*?\s)?)(#(?:\s.*)?)$/.exec(line) ?? [];
        return comment ? html`${before}<span class="faint">${comment}</span>`.text : html`${line}`.text;
      })
      .join('\n'),
  );
