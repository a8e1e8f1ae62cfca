import type { RouteLine } from '#web/shared/shell/route-line.ts';

const customers = 'Customers';
const watch = 'Monitoring';

export const routes: readonly RouteLine[] = [
  { path: '/console', view: () => import('./views/overview/overview.tsx'), nav: 'Overview' },
  { path: '/console/alerts', view: () => import('./views/alerts/alerts.tsx'), nav: 'Alerts', group: watch },
  { path: '/console/audit', view: () => import('./views/audit/audit.tsx'), nav: 'Audit log', group: watch },
  {
    path: '/console/accounts',
    view: () => import('./views/accounts/accounts.tsx'),
    nav: 'Accounts',
    group: customers,
  },
  { path: '/console/accounts/:account_id/:part?', view: () => import('./views/account/account.tsx') },
  { path: '/console/locks', view: () => import('./views/locks/locks.tsx'), nav: 'Locks', group: customers },
  {
    path: '/console/attempts',
    view: () => import('./views/attempts/attempts.tsx'),
    nav: 'Sign-up attempts',
    group: customers,
  },
  {
    path: '/console/messages',
    view: () => import('./views/messages/messages.tsx'),
    nav: 'WhatsApp',
    group: customers,
  },
  {
    path: '/console/directory',
    view: () => import('./views/directory/directory.tsx'),
    nav: 'Directory',
    group: 'Contacts',
  },
  { path: '/console/directory/import', view: () => import('./views/directory/new-import/new-import.tsx') },
  {
    path: '/console/directory/imports/:import_id',
    view: () => import('./views/directory/one-import/one-import.tsx'),
  },
  { path: '/console/directory/profile', view: () => import('./views/directory/profile.tsx') },
  {
    path: '/console/sources',
    view: () => import('./views/sources/sources.tsx'),
    nav: 'Sources',
    group: 'Contacts',
  },
  { path: '/console/sources/:source_id', view: () => import('./views/sources/one-source.tsx') },
  {
    path: '/console/suppressions',
    view: () => import('./views/privacy/suppressions.tsx'),
    nav: 'Suppressions',
    group: 'Privacy',
  },
  {
    path: '/console/opt-outs',
    view: () => import('./views/privacy/opt-outs.tsx'),
    nav: 'Opt-outs',
    group: 'Privacy',
  },
  {
    path: '/console/people',
    view: () => import('./views/privacy/people.tsx'),
    nav: 'Export and erasure',
    group: 'Privacy',
  },
  {
    path: '/console/payments',
    view: () => import('./views/payments/purchases.tsx'),
    nav: 'Payments',
    group: 'Sales',
  },
  { path: '/console/payments/:purchase_id', view: () => import('./views/payments/one-purchase.tsx') },
  { path: '/console/unmatched', view: () => import('./views/payments/unmatched.tsx') },
  { path: '/console/deliveries', view: () => import('./views/payments/deliveries.tsx') },
  {
    path: '/console/prices',
    view: () => import('./views/prices/prices.tsx'),
    nav: 'Plans and prices',
    group: 'Sales',
  },
  {
    path: '/console/contracts',
    view: () => import('./views/prices/contracts.tsx'),
    nav: 'Contracts',
    group: 'Sales',
  },
  {
    path: '/console/campaigns',
    view: () => import('./views/campaigns/campaigns.tsx'),
    nav: 'Campaigns',
    group: 'Sales',
  },
  { path: '/console/campaigns/:campaign_id', view: () => import('./views/campaigns/one-campaign.tsx') },
  { path: '/console/promos', view: () => import('./views/promos/promos.tsx'), nav: 'Promos', group: 'Sales' },
  { path: '/console/promos/:code', view: () => import('./views/promos/one-promo.tsx') },
  {
    path: '/console/redemptions',
    view: () => import('./views/promos/redemptions.tsx'),
    nav: 'Redemptions',
    group: 'Sales',
  },
  {
    path: '/console/operators',
    view: () => import('./views/operators/operators.tsx'),
    nav: 'Operators',
    group: 'Service',
  },
  {
    path: '/console/settings',
    view: () => import('./views/settings/settings.tsx'),
    nav: 'Settings',
    group: 'Service',
  },
  { path: '/console/settings/history', view: () => import('./views/settings/settings-history.tsx') },
  {
    path: '/console/plan-features',
    view: () => import('./views/settings/plan-features.tsx'),
    nav: 'Plan features',
    group: 'Service',
  },
];
