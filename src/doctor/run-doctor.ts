import { type Finding, looked, skipped } from '#core/parts/health.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkDatabase } from './check-database.ts';
import { checkBinaries, checkDataDir, checkNode, checkSecretFiles } from './check-machine.ts';
import { checkOutside } from './check-outside.ts';
import { checkReplica } from './check-replica.ts';
import { checkRedis, checkService } from './check-running.ts';

/** Looks at everything that the service depends on. Changes nothing. */
export async function runDoctor(
  environment: Readonly<Record<string, string | undefined>>,
  envFile: string,
): Promise<Finding[]> {
  const { findings, config } = checkConfiguration(environment);
  if (config === null) {
    return [
      ...findings,
      ...checkNode(),
      skipped('others', 'Correct the configuration first, then run this again.'),
    ];
  }
  const steps: Promise<Finding[]>[] = [
    looked('binaries', () => checkBinaries(config)),
    looked('disk', () => checkDataDir(config)),
    looked('secrets', () => checkSecretFiles(config, envFile)),
    looked('database', () => checkDatabase(config)),
    looked('replica', () => checkReplica(config)),
    looked('redis', () => checkRedis(config)),
    looked('service', () => checkService(config)),
    checkOutside(config, new Date(), config.OUTGOING === 'held'),
  ];
  return [...findings, ...checkNode(), ...(await Promise.all(steps)).flat()];
}
