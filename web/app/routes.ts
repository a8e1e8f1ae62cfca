import type { RouteLine } from '../shared/route-line.ts';

export const routes: readonly RouteLine[] = [
  { path: '/app', view: () => import('./views/overview.tsx'), nav: 'Overview' },
  { path: '/app/look-up', view: () => import('./views/look-up.tsx'), nav: 'Look up' },
  { path: '/app/jobs', view: () => import('./views/jobs.tsx'), nav: 'Jobs' },
  { path: '/app/jobs/new', view: () => import('./views/new-job.tsx') },
  { path: '/app/jobs/:job_id', view: () => import('./views/job.tsx') },
  { path: '/app/usage', view: () => import('./views/usage.tsx'), nav: 'Usage' },
  { path: '/app/key', view: () => import('./views/key.tsx'), nav: 'API key', group: 'Access' },
  { path: '/app/connect', view: () => import('./views/connect-agents.tsx'), nav: 'Connect', group: 'Access' },
  { path: '/app/connect/extension', view: () => import('./views/connect-extension.tsx') },
  { path: '/app/connect/webhooks', view: () => import('./views/connect-webhooks.tsx') },
  { path: '/app/plans', view: () => import('./views/plans.tsx'), nav: 'Plans', group: 'Billing' },
  { path: '/app/credits', view: () => import('./views/credits.tsx'), nav: 'Credits', group: 'Billing' },
  { path: '/app/invoices', view: () => import('./views/invoices.tsx'), nav: 'Invoices', group: 'Billing' },
  {
    path: '/app/onboarding',
    view: () => import('./views/onboarding.tsx'),
    nav: 'Business profile',
    group: 'Billing',
  },
  { path: '/app/payment/:reference', view: () => import('./views/payment.tsx') },
];
