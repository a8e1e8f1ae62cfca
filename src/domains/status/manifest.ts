import { domain } from '#core/domain.ts';
import { greet } from './greet.ts';
import { reportHealth } from './report-health.ts';
import { reportStatus } from './report-status.ts';
import { showAgentNotes } from './show-agent-notes.ts';

export const status = domain({
  id: 'status',
  title: 'Status',
  description: 'Whether the service answers, and where to read on.',
  operations: [greet, reportHealth, reportStatus, showAgentNotes],
});
