import type { Command } from '../command.ts';
import { creditDoors } from './credit-doors.ts';
import type { Door } from './door.ts';
import { doorCommand } from './door-command.ts';
import { installationDoors } from './installation-doors.ts';
import { keyDoors } from './key-doors.ts';
import { peopleDoors } from './people-doors.ts';
import { settingsCommands } from './settings-commands.ts';

export const adminDoors: readonly Door[] = [
  ...creditDoors,
  ...peopleDoors,
  ...keyDoors,
  ...installationDoors,
];

/** In the order that `help admin` lists them. */
export const adminCommands: readonly Command[] = [...adminDoors.map(doorCommand), ...settingsCommands];
