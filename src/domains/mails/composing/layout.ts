import { html, listed, type Markup } from '#core/answers/page-view.ts';

/** A paragraph, a link of its own, or facts with their names. */
export type Block =
  | string
  | { link: string; label: string }
  | { facts: readonly (readonly [string, string])[] };

/** The words of a mail. Its text and its HTML are both made from the blocks. */
export interface Draft {
  template: string;
  /** For senders with their own templates. */
  values: Readonly<Record<string, string>>;
  subject: string;
  blocks: readonly Block[];
}

export interface Frame {
  /** The service's address. */
  home: string;
  /** The address of support, or of a page for questions. Null: not configured. */
  contact: { href: string; label: string } | null;
  /** Where the reader switches mails of this type off. Null: they can't be. */
  unsubscribe: string | null;
}

/** The tokens of the pages, light and dark (`web/shared/style/tokens.css`): most mail programs know no custom properties. */
export const mailColours = {
  ground: ['#ffffff', '#0f0f11'],
  ink: ['#18181b', '#ededf0'],
  faint: ['#62626b', '#9d9da8'],
  line: ['#e8e8eb', '#26262b'],
  solid: ['#18181b', '#ededf0'],
  on: ['#ffffff', '#111113'],
  act: ['#3a4fd8', '#98a5ff'],
} as const;

type Colour = keyof typeof mailColours;
const light = (name: Colour): string => mailColours[name][0];
const dark = (name: Colour): string => mailColours[name][1];

const font = "font-family:'Geist Variable',Geist,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** Programs that ignore this style sheet show the light colours, which are in the elements. */
const darkStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:${dark('ground')}!important}
.ink{color:${dark('ink')}!important}
.faint{color:${dark('faint')}!important}
.line{border-color:${dark('line')}!important}
.solid{background:${dark('solid')}!important;color:${dark('on')}!important}
.act{color:${dark('act')}!important}
}`;

/** The HTML of a mail: tables and styles in the elements, no pictures, nothing from elsewhere. Everything in it is escaped. */
export const layout = ({ subject, blocks }: Pick<Draft, 'subject' | 'blocks'>, frame: Frame): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${darkStyle}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${light('ground')}">
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden">${preview(blocks)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light('ground')}"><tr><td align="center" style="padding:32px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:544px">
<tr><td class="line" style="padding:0 0 16px;border-bottom:1px solid ${light('line')}">${brand}</td></tr>
<tr><td style="padding:24px 0 8px;text-align:left">
<h1 class="ink" style="margin:0 0 16px;${font};font-size:20px;line-height:28px;font-weight:600;overflow-wrap:anywhere;color:${light('ink')}">${subject}</h1>
${listed(blocks.map(markupOf))}
</td></tr>
<tr><td class="line faint" style="padding:16px 0 0;border-top:1px solid ${light('line')};${font};font-size:13px;line-height:20px;text-align:left;color:${light('faint')}">${footer(frame)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text;

/** Shown by mail programs beside the subject, in place of the brand. */
const preview = (blocks: readonly Block[]): string => blocks.find((block) => typeof block === 'string') ?? '';

/** The mark of the pages as a letter: programs that show no pictures show it. */
const brand = html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="solid" width="20" height="20" align="center" aria-hidden="true" style="width:20px;height:20px;border-radius:5px;background:${light('solid')};color:${light('on')};${font};font-size:14px;line-height:20px;font-weight:700">C</td>
<td class="ink" style="padding-left:8px;${font};font-size:15px;line-height:20px;font-weight:600;color:${light('ink')}">Contactry</td>
</tr></table>`;

const textStyle = `margin:0 0 16px;${font};font-size:15px;line-height:24px;overflow-wrap:anywhere;color:${light('ink')}`;

function markupOf(block: Block): Markup {
  if (typeof block === 'string') return html`<p class="ink" style="${textStyle}">${block}</p>\n`;
  if ('link' in block) {
    return html`<p style="margin:0 0 24px"><a class="solid" href="${block.link}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:${light('solid')};color:${light('on')};${font};font-size:15px;line-height:24px;font-weight:500;text-decoration:none">${block.label}</a></p>\n`;
  }
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${listed(
    block.facts.map(
      ([name, value]) =>
        html`<tr><td class="faint" valign="top" style="padding:2px 24px 2px 0;${font};font-size:14px;line-height:20px;white-space:nowrap;color:${light('faint')}">${name}</td><td class="ink" style="padding:2px 0;${font};font-size:14px;line-height:20px;overflow-wrap:anywhere;color:${light('ink')}">${value}</td></tr>`,
    ),
  )}</table>\n`;
}

const footer = ({ home, contact, unsubscribe }: Frame): Markup =>
  listed([
    html`Contactry, ${link(home, home.replace(/^https?:\/\//, ''))}`,
    ...(contact ? [html`<br>Questions? ${link(contact.href, contact.label)}`] : []),
    ...(unsubscribe ? [html`<br>${link(unsubscribe, 'Stop mails of this kind')}`] : []),
  ]);

const link = (href: string, label: string): Markup =>
  html`<a class="act" href="${href}" style="color:${light('act')}">${label}</a>`;
