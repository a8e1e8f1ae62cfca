import type { RouteLine } from '../shared/route-line.ts';

export const routes: readonly RouteLine[] = [
  { path: '/console', view: () => import('./views/overview.tsx'), nav: 'Overview' },
];
