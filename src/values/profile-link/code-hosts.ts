import { port } from '#core/ports.ts';
import type { ExtraHost } from './index.ts';

/** The operator's own Forgejo, Gitea and GitLab hosts, in addition to the public ones. */
export const CodeHosts = port<readonly ExtraHost[]>('code-hosts');
