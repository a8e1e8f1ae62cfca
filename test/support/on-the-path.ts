import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where the first of these programs is on the PATH. Null if none is. */
export function onThePath(...names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
