import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

/** Parts of a view, each with an address of its own. An address with a query is current only with that query. */
export function Tabs({
  of,
  label = 'Parts of this page',
}: {
  of: [href: string, text: string][];
  label?: string;
}) {
  const { path, url, query } = useLocation();
  const isCurrent = (href: string) =>
    href.includes('?') ? isWithin(href, path, query) : href === url || href === path;
  const current = of.findLast(([href]) => isCurrent(href))?.[0];
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => showCurrent(row.current!), [current]);
  return (
    <nav class="tabs" ref={row} aria-label={label}>
      {of.map(([href, text]) => (
        <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** On narrow screens the row scrolls, and the current tab may be out of sight. */
function showCurrent(row: HTMLElement): void {
  const tab = row.querySelector<HTMLElement>('[aria-current]');
  if (tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

function isWithin(href: string, path: string, query: Record<string, string>): boolean {
  const { pathname, searchParams } = new URL(href, location.origin);
  return pathname === path && [...searchParams].every(([name, value]) => query[name] === value);
}
