import type { AnyComponent } from 'preact';
import lazy from 'preact-iso/lazy';
import { exec, Route, Router, useLocation } from 'preact-iso/router';
import { Page } from '#web/shared/layout/page.tsx';
import { home } from '#web/shared/session/home.ts';
import { Boundary } from './boundary.tsx';
import { Broken } from './broken.tsx';
import type { RouteLine } from './route-line.ts';

/** The view of the address. */
export function Views({ routes }: { routes: readonly RouteLine[] }) {
  const { path } = useLocation();
  return (
    <Boundary path={path}>
      <Router>
        {routes.map((line) => (
          <Route key={line.path} path={line.path} component={viewOf(line)} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </Boundary>
  );
}

/** Resolves when the view of this path is drawn without waiting. */
export async function loadView(routes: readonly RouteLine[], path: string): Promise<void> {
  const line = routes.find((each) => exec(path, each.path));
  if (line) await viewOf(line).preload();
}

type View = AnyComponent & { preload: () => Promise<unknown> };
const views = new Map<RouteLine, View>();

/** A view that can't be loaded, such as after an update of the service, becomes one that says so. */
function viewOf(line: RouteLine): View {
  const known = views.get(line);
  if (known) return known;
  const load = () => line.view().catch((error) => ({ default: () => <Broken error={error} /> }));
  const view = lazy(load) as unknown as View;
  views.set(line, view);
  return view;
}

function NotFound() {
  return (
    <Page title="There is no such page">
      <p>
        Check the address, or <a href={home}>go to the first page</a>.
      </p>
    </Page>
  );
}
