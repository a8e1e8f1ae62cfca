/** No link is as long. The service refuses it as too long. */
const linkMax = 5_000;

/** The links in a pasted text. A text without two of them is one link as it was typed, so that the service can say what is wrong. */
export function linksIn(text: string): string[] {
  const links = text.split(/[\s,;]+/).filter((part) => /[\w-]\.[a-z]{2,}\//i.test(part));
  if (links.length > 1) return [...new Set(links)];
  const link = text.trim().slice(0, linkMax);
  return link === '' ? [] : [link];
}

/** The protocol, `www`, capitals and what follows the last slash don't make another link. */
export const isSameLink = (one: string, other = ''): boolean => bareLink(one) === bareLink(other);

// The lookbehind makes it one pass over a text of slashes.
const bareLink = (link: string): string =>
  link.toLowerCase().replace(/^(https?:\/\/)?(www\.)?|(?<![/?#])[/?#]+$/g, '');
