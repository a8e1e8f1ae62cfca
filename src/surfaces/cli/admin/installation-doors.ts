import { type Door, reason, type Word } from './door.ts';
import { changesText } from './records.ts';

const source: readonly Word[] = [{ member: 'source_id', help: 'as "sources" lists it' }];
const switching = { method: 'PATCH', path: '/api/v1/admin/sources/{source_id}', operands: source } as const;
const period: readonly Word[] = [
  { member: 'from', value: 'TIME', help: 'at this time or later, ISO 8601 with a zone' },
  { member: 'to', value: 'TIME', help: 'before this time' },
];

/** Sources, the audit trail, alerts and settings. */
export const installationDoors: readonly Door[] = [
  {
    name: 'sources',
    summary: 'list sources with their state and the last 30 days',
    method: 'GET',
    path: '/api/v1/admin/sources',
    columns: [
      ['source', 'id'],
      ['state', 'state'],
      ['asked', 'last_30_days.asked'],
      ['found', 'last_30_days.found'],
      ['failed', 'last_30_days.failed'],
      ['paise', 'last_30_days.cost_paise'],
      ['reason', 'reason'],
    ],
    examples: ['sources'],
  },
  {
    ...switching,
    name: 'sources on',
    summary: 'ask a source from now on',
    fixed: { enabled: true },
    options: [reason],
    examples: ['sources on github --reason "The token is here"'],
  },
  {
    ...switching,
    name: 'sources off',
    summary: 'ask a source no more',
    fixed: { enabled: false },
    options: [reason],
    examples: ['sources off github --reason "Too many wrong answers"'],
  },
  {
    name: 'audit',
    summary: 'list what operators did, newest first',
    method: 'GET',
    path: '/api/v1/admin/audit',
    options: [
      { member: 'actor', option: 'by', value: 'ACTOR', help: 'only what this actor did' },
      { member: 'action', value: 'ACTION', help: 'only this action, such as key.changed' },
      { member: 'account_id', value: 'ID', help: 'only what concerns this account' },
      ...period,
    ],
    columns: [
      ['at', 'at'],
      ['actor', 'actor'],
      ['action', 'action'],
      ['account', 'account_id'],
      ['changes', 'after', changesText],
      ['details', 'details'],
    ],
    examples: ['audit', 'audit --by mira --from 2026-11-01T00:00:00Z'],
  },
  {
    name: 'alerts',
    summary: 'list problems that the service detected',
    method: 'GET',
    path: '/api/v1/admin/alerts',
    options: [
      { member: 'status', value: 'STATUS', help: 'open, resolved or all; default open' },
      { member: 'kind', value: 'KIND', help: 'only of this kind' },
    ],
    columns: [
      ['alert', 'id'],
      ['since', 'opened_at'],
      ['kind', 'kind'],
      ['subject', 'subject'],
      ['times', 'times'],
      ['details', 'details'],
    ],
    examples: ['alerts', 'alerts --status all --kind ledger_mismatch'],
  },
  {
    name: 'alerts resolve',
    summary: 'close an alert',
    method: 'POST',
    path: '/api/v1/admin/alerts/{alert_id}/resolution',
    operands: [{ member: 'alert_id', help: 'as "alerts" lists it' }],
    options: [{ member: 'note', value: 'TEXT', isRequired: true, help: 'what was done; required' }],
    examples: ['alerts resolve 7 --note "Booked by hand"'],
  },
  {
    name: 'settings',
    summary: 'list settings with their values',
    method: 'GET',
    path: '/api/v1/admin/platform',
    rows: 'settings',
    columns: [
      ['setting', 'name'],
      ['value', 'value'],
      ['default', 'default'],
      ['unit', 'unit'],
    ],
    examples: ['settings'],
  },
  {
    name: 'settings history',
    summary: 'list the changes of settings, newest first',
    method: 'GET',
    path: '/api/v1/admin/platform',
    rows: 'history',
    columns: [
      ['version', 'version'],
      ['at', 'created_at'],
      ['by', 'actor'],
      ['changes', 'changes'],
      ['before', 'before'],
      ['reason', 'reason'],
    ],
    examples: ['settings history --limit 10'],
  },
];
