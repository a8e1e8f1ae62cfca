import { adminCommand } from './admin/admin-command.ts';
import { adminTable } from './admin/admin-table.ts';
import { settingsCommands } from './admin/settings-commands.ts';
import { budgetsCommand } from './budgets-command.ts';
import type { Command } from './command.ts';
import { consoleCommand } from './console-command.ts';
import {
  importsCommand,
  rejectsCommand,
  removeSourceCommand,
  takeBackCommand,
} from './directory/import-commands.ts';
import { changeValueCommand, profileCommand, removeValueCommand } from './directory/profile-commands.ts';
import { importCommand } from './import/import-command.ts';
import { findCommand } from './jobs/find-command.ts';
import { jobsCommand } from './jobs/jobs-command.ts';
import { outboxCommand } from './outbox-command.ts';
import { statusCommand } from './status-command.ts';
import { backupCommand } from './upkeep/backup-command.ts';
import { doctorCommand } from './upkeep/doctor-command.ts';
import { restoreCommand } from './upkeep/restore-command.ts';
import { verifyLedgerCommand } from './upkeep/verify-ledger-command.ts';

/** In the order that `help` lists them. */
export const commands: readonly Command[] = [
  findCommand,
  jobsCommand,
  budgetsCommand,
  importCommand,
  importsCommand,
  rejectsCommand,
  takeBackCommand,
  removeSourceCommand,
  profileCommand,
  changeValueCommand,
  removeValueCommand,
  outboxCommand,
  consoleCommand,
  statusCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  verifyLedgerCommand,
];

/** A group of commands of two or three words, which the list of all commands shows as one. */
export const groups: readonly { name: string; summary: string; commands: readonly Command[] }[] = [
  {
    name: 'admin',
    summary: 'run the service: credits, locks, keys, sources, settings, audit, alerts',
    commands: [...adminTable.map(adminCommand), ...settingsCommands],
  },
];

export const allCommands: readonly Command[] = [...commands, ...groups.flatMap((group) => group.commands)];
