import { useContext } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Icon } from '#web/shared/values/icon.tsx';
import { lineOf, Routes } from './route-line.ts';

/** Links to the views that have a name. */
export function Navigation({ onFollow }: { onFollow: () => void }) {
  const routes = useContext(Routes);
  const { path } = useLocation();
  const shown = lineOf(routes, path);
  const current = shown?.under ?? shown?.path;
  const groups = Map.groupBy(
    routes.filter(({ nav }) => nav !== undefined),
    ({ group }) => group ?? '',
  );
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
