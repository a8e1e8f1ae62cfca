import { words } from '../segments.ts';

/**
 * GitLab's top-level routes, which no user or group may take, from its present and former releases: self-managed
 * hosts run both. As of 2026-09 (GitLab, `TOP_LEVEL_ROUTES`).
 */
export const GITLAB_RESERVED: ReadonlySet<string> = words(`
- .well-known 404.html 422.html 500.html 502.html 503.html
abuse_reports admin api apple-touch-icon-precomposed.png apple-touch-icon.png assets autocomplete
ci dashboard deploy.html explore favicon.ico favicon.png files groups
header_logo_dark.png header_logo_light.png health_check help import invites jwt koding login
notification_settings oauth profile projects public robots.txt
s search sent_notifications sitemap sitemap.xml sitemap.xml.gz slash-command-logo.png snippets
u unsubscribes uploads users v2
`);
