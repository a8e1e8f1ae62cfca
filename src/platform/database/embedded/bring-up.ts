import {
  freePort,
  mainFile,
  socketFolder,
  socketPort,
  type Transport,
  writeConfiguration,
} from './configuration.ts';
import type { Placement } from './placement/placement.ts';
import { removeOldCopies } from './programs/binaries.ts';
import { reloadServer, startServer } from './programs/pg-ctl.ts';
import type { RunningServer } from './programs/pid-file.ts';
import type { Settings } from './server-settings.ts';

/** Starts the server, or reloads the configuration of a running one. Returns where the server accepts connections. */
export async function bringUp(
  placement: Placement,
  running: RunningServer | null,
  wanted: { transport: Transport; settings: Settings },
): Promise<{ host: string; port: number }> {
  const onSocket = wanted.transport === 'socket';
  const socketDir = onSocket ? running?.socketDir || (await socketFolder(placement)) : '';
  const port = running?.port ?? (onSocket ? socketPort : await freePort());
  const where = { transport: wanted.transport, socketDir, port };
  await writeConfiguration(placement, where, wanted.settings);
  if (running) await reloadServer(placement);
  else {
    await startServer(placement, mainFile);
    await removeOldCopies(placement.binaries, placement.home);
  }
  return { host: onSocket ? socketDir : '127.0.0.1', port };
}
