import { type ExtraHost, parseProfileLink } from '#values/profile-link/index.ts';

/** A longer cell is some other text. The longest profile link is shorter. */
const lengthMax = 500;

/** Says that a cell was meant to be a link, although it may be refused as one. */
export function isLinkLike(cell: string, codeHosts: readonly ExtraHost[]): boolean {
  const text = cell.trim();
  if (text.length > lengthMax || !text.includes('/') || /\s/.test(text)) return false;
  return text.includes('://') || isLinkOrRefusedPage(text, codeHosts);
}

export const isProfileLink = (cell: string, codeHosts: readonly ExtraHost[]): boolean =>
  cell.length <= lengthMax && cell.includes('/') && parseProfileLink(cell, codeHosts).ok;

function isLinkOrRefusedPage(text: string, codeHosts: readonly ExtraHost[]): boolean {
  const parsed = parseProfileLink(text, codeHosts);
  return parsed.ok || !['not_a_url', 'bare_handle', 'empty'].includes(parsed.reason);
}
