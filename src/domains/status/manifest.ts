import { domain } from '#core/domain.ts';
import { greet } from './greet.ts';
import { reportHealth } from './report-health.ts';
import { reportStatus } from './report-status.ts';
import { showAgentNotes } from './show-agent-notes.ts';

export const status = domain({
  id: 'status',
  operations: [greet, reportHealth, reportStatus, showAgentNotes],
});
