import type { RouteLine } from '../shared/route-line.ts';

const customers = 'Customers';
const watch = 'Watch';

export const routes: readonly RouteLine[] = [
  { path: '/console', view: () => import('./views/overview.tsx'), nav: 'Overview' },
  { path: '/console/alerts', view: () => import('./views/alerts.tsx'), nav: 'Alerts', group: watch },
  { path: '/console/audit', view: () => import('./views/audit.tsx'), nav: 'Audit trail', group: watch },
  {
    path: '/console/accounts',
    view: () => import('./views/accounts.tsx'),
    nav: 'Accounts',
    group: customers,
  },
  { path: '/console/accounts/:account_id/:part?', view: () => import('./views/account.tsx') },
  { path: '/console/locks', view: () => import('./views/locks.tsx'), nav: 'Locks', group: customers },
  {
    path: '/console/attempts',
    view: () => import('./views/attempts.tsx'),
    nav: 'Sign-up attempts',
    group: customers,
  },
  {
    path: '/console/messages',
    view: () => import('./views/messages.tsx'),
    nav: 'WhatsApp',
    group: customers,
  },
];
