import type { RouteLine } from '../shared/route-line.ts';

export const routes: readonly RouteLine[] = [
  { path: '/app', view: () => import('./views/overview.tsx'), nav: 'Overview' },
  { path: '/app/credits', view: () => import('./views/credits.tsx'), nav: 'Credits', group: 'Billing' },
  { path: '/app/plans', view: () => import('./views/plans.tsx'), nav: 'Plans', group: 'Billing' },
  { path: '/app/payment/:reference', view: () => import('./views/payment.tsx') },
  { path: '/app/invoices', view: () => import('./views/invoices.tsx'), nav: 'Invoices', group: 'Billing' },
  {
    path: '/app/onboarding',
    view: () => import('./views/onboarding.tsx'),
    nav: 'Business profile',
    group: 'Billing',
  },
  { path: '/app/key', view: () => import('./views/key.tsx'), nav: 'API key', group: 'Access' },
];
