type Child = Node | string | null;

/** A new element. Texts become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A link to a page, opened in a tab. Null for anything else, such as a script. */
export const linkTo = (url: string, text: string): HTMLAnchorElement | null =>
  /^https?:\/\//i.test(url)
    ? element('a', { href: url, target: '_blank', rel: 'noreferrer', textContent: text })
    : null;

export const button = (text: string, onclick: () => void, className = ''): HTMLButtonElement =>
  element('button', { type: 'button', textContent: text, onclick, className });
