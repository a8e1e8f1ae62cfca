import { useLocation } from 'preact-iso/router';
import { home } from '#web/shared/session/home.ts';
import { Icon } from '#web/shared/values/icon.tsx';
import type { RouteLine } from './route-line.ts';

/** Links to the views that have a name. The current one is the longest address that the present one starts with. */
export function Navigation({ routes, onFollow }: { routes: readonly RouteLine[]; onFollow: () => void }) {
  const { path } = useLocation();
  const lines = routes.filter(({ nav }) => nav !== undefined);
  const holds = (of: string) => of === path || (of !== home && path.startsWith(`${of}/`));
  const current = lines
    .map((line) => line.path)
    .filter(holds)
    .sort((one, other) => other.length - one.length)[0];
  const groups = Map.groupBy(lines, ({ group }) => group ?? '');
  return (
    <nav aria-label="Main">
      {[...groups].map(([name, members]) => (
        <div key={name} class="nav-group">
          {name && <p>{name}</p>}
          <ul>
            {members.map((line) => (
              <li key={line.path}>
                <a
                  href={line.path}
                  aria-current={line.path === current ? 'page' : undefined}
                  onClick={onFollow}
                  // Its script is there when the press comes.
                  onPointerEnter={() => void line.view().catch(() => {})}
                >
                  {line.icon && <Icon of={line.icon} />}
                  {line.nav}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
