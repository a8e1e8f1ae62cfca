import type { RouteLine } from '#web/shared/shell/route-line.ts';

export const routes: readonly RouteLine[] = [
  { path: '/app', view: () => import('./views/look-up/look-up.tsx'), nav: 'Look up', icon: 'search' },
  { path: '/app/jobs', view: () => import('./views/jobs/jobs.tsx'), nav: 'Jobs', icon: 'jobs' },
  { path: '/app/jobs/new', view: () => import('./views/jobs/new-job/new-job.tsx') },
  { path: '/app/jobs/:job_id', view: () => import('./views/jobs/job.tsx') },
  { path: '/app/usage', view: () => import('./views/usage/usage.tsx'), nav: 'Usage', icon: 'usage' },
  {
    path: '/app/key',
    view: () => import('./views/key/key.tsx'),
    nav: 'API key',
    icon: 'key',
    group: 'Access',
  },
  {
    path: '/app/connect',
    view: () => import('./views/connect/connect-agents.tsx'),
    nav: 'Connect',
    icon: 'connect',
    group: 'Access',
  },
  { path: '/app/connect/extension', view: () => import('./views/connect/connect-extension.tsx') },
  { path: '/app/connect/webhooks', view: () => import('./views/connect/connect-webhooks.tsx') },
  {
    path: '/app/plans',
    view: () => import('./views/plans/plans.tsx'),
    nav: 'Plans',
    icon: 'plans',
    group: 'Billing',
  },
  {
    path: '/app/credits',
    view: () => import('./views/credits/credits.tsx'),
    nav: 'Credits',
    icon: 'credits',
    group: 'Billing',
  },
  {
    path: '/app/invoices',
    view: () => import('./views/invoices/invoices.tsx'),
    nav: 'Invoices',
    icon: 'invoices',
    group: 'Billing',
  },
  {
    path: '/app/onboarding',
    view: () => import('./views/onboarding/onboarding.tsx'),
    nav: 'Business profile',
    icon: 'business',
    group: 'Billing',
  },
  { path: '/app/payment/:reference', view: () => import('./views/payment/payment.tsx') },
];
