/** Opens a stand-in for `npm run <command>`, says how to use it, and closes it when it is interrupted. */
export async function runUntilStopped<Opened extends AsyncDisposable>(
  command: string,
  open: () => Promise<Opened>,
  usage: (opened: Opened) => string,
): Promise<Opened> {
  const opened = await open().catch((error: NodeJS.ErrnoException & { port?: number }) => {
    if (error.code !== 'EADDRINUSE') throw error;
    process.stderr.write(
      `Port ${error.port} of 127.0.0.1 is in use, perhaps by another "npm run ${command}". Stop that one first.\n`,
    );
    process.exit(1);
  });
  process.stdout.write(usage(opened));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void opened[Symbol.asyncDispose]().then(() => process.exit(0)));
  }
  return opened;
}

/** Variables as a shell takes them before a command. */
export const assignments = (environment: Readonly<Record<string, string>>): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}='${value}' \\\n`)
    .join('');
