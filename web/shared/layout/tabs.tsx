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
  return (
    <nav class="tabs" aria-label={label}>
      {of.map(([href, text]) => (
        <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

function isWithin(href: string, path: string, query: Record<string, string>): boolean {
  const { pathname, searchParams } = new URL(href, location.origin);
  return pathname === path && [...searchParams].every(([name, value]) => query[name] === value);
}
