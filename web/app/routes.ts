import type { RouteLine } from '../shared/route-line.ts';

export const routes: readonly RouteLine[] = [
  { path: '/app', view: () => import('./views/overview.tsx'), nav: 'Overview' },
];
