import type { Entry } from '#web/shared/keyboard/entries.ts';
import { session } from '#web/shared/session/session.ts';
import './help.css';

const links = (): [href: string, text: string][] => {
  const contact = session.value?.contact;
  return [
    ['/docs/dashboard', 'Documentation'],
    ['/reference/', 'API reference'],
    ['/', 'Website'],
    ...(contact ? [[contact.href, contact.label] as [string, string]] : []),
  ];
};

/** Where a customer finds help, in the menu of the account. */
export const Help = () => (
  <ul class="help" aria-label="Help">
    {links().map(([href, text]) => (
      <li key={href}>
        <a href={href}>{text}</a>
      </li>
    ))}
  </ul>
);

/** The same in the palette. */
export const helpEntries = (): Entry[] =>
  links().map(([href, text]) => ({
    ...{ id: `help ${href}`, text, note: 'Help', icon: 'help' },
    run: () => location.assign(href),
  }));
