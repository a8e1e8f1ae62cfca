import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const clusterIn = (home: string) => join(home, 'cluster');
export const passwordFileIn = (cluster: string) => join(cluster, 'contactry.password');

export const readPassword = async (home: string): Promise<string> =>
  (await readFile(passwordFileIn(clusterIn(home)), 'utf8')).trim();
