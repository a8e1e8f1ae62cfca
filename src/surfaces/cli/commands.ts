import type { Command } from './command.ts';
import { importsCommand } from './directory/imports-command.ts';
import { profileCommand } from './directory/profile-command.ts';
import { rejectsCommand } from './directory/rejects-command.ts';
import { removeSourceCommand } from './directory/remove-source-command.ts';
import { takeBackCommand } from './directory/take-back-command.ts';
import { changeValueCommand, removeValueCommand } from './directory/value-commands.ts';
import { importCommand } from './import/import-command.ts';
import { findCommand } from './jobs/find-command.ts';
import { jobsCommand } from './jobs/jobs-command.ts';
import { outboxCommand } from './outbox-command.ts';
import { statusCommand } from './status-command.ts';

/** In the order that `help` lists them. */
export const commands: readonly Command[] = [
  findCommand,
  jobsCommand,
  importCommand,
  importsCommand,
  rejectsCommand,
  takeBackCommand,
  removeSourceCommand,
  profileCommand,
  changeValueCommand,
  removeValueCommand,
  outboxCommand,
  statusCommand,
];
