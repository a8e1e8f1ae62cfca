import type { AnyComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { Route, Router, useLocation } from 'preact-iso/router';
import { Page } from '#web/shared/layout/page.tsx';
import { home } from '#web/shared/session/home.ts';
import { Boundary } from './boundary.tsx';
import { Broken } from './broken.tsx';
import type { RouteLine } from './route-line.ts';

/** The view of the address. */
export function Views({ routes }: { routes: readonly RouteLine[] }) {
  const { path } = useLocation();
  const views = useMemo(() => routes.map((line) => ({ path: line.path, component: viewOf(line) })), [routes]);
  return (
    <Boundary path={path}>
      <Router>
        {views.map((view) => (
          <Route key={view.path} {...view} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </Boundary>
  );
}

/** A view that can't be loaded, such as after an update of the service, becomes one that says so. */
const viewOf = ({ view }: RouteLine): AnyComponent =>
  lazy(() =>
    view().catch((error) => ({ default: () => <Broken error={error} /> })),
  ) as unknown as AnyComponent;

function NotFound() {
  return (
    <Page title="There is no such page">
      <p>
        Check the address, or <a href={home}>go to the overview</a>.
      </p>
    </Page>
  );
}
