import { join } from 'node:path';

export const clusterIn = (home: string) => join(home, 'cluster');
export const passwordFileIn = (cluster: string) => join(cluster, 'contactry.password');
