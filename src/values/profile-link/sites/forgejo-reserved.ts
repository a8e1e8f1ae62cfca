import { words } from '../segments.ts';

/** Account names that Forgejo and Gitea reserve. As of 2026-09 (both projects, `reservedUsernames`). */
export const FORGEJO_RESERVED: ReadonlySet<string> = words(`
- .well-known admin api assets attachments avatar avatars captcha commits debug error explore
favicon.ico forgejo-actions ghost gitea-actions issues login manifest.json metrics milestones new notifications
org pulls raw repo repo-avatars report_abuse robots.txt search serviceworker.js sitemap.xml ssh_info
swagger.v1.json user v2
`);
