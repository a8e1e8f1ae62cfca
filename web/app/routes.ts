import type { RouteLine } from '../shared/route-line.ts';

export const routes: readonly RouteLine[] = [
  { path: '/app', view: () => import('./views/overview.tsx'), nav: 'Overview' },
  { path: '/app/look-up', view: () => import('./views/look-up.tsx'), nav: 'Look up' },
  { path: '/app/jobs', view: () => import('./views/jobs.tsx'), nav: 'Jobs' },
  { path: '/app/jobs/new', view: () => import('./views/new-job.tsx') },
  { path: '/app/jobs/:job_id', view: () => import('./views/job.tsx') },
  { path: '/app/usage', view: () => import('./views/usage.tsx'), nav: 'Usage' },
  { path: '/app/connect', view: () => import('./views/connect-agents.tsx'), nav: 'Connect' },
  { path: '/app/connect/extension', view: () => import('./views/connect-extension.tsx') },
  { path: '/app/connect/webhooks', view: () => import('./views/connect-webhooks.tsx') },
];
