/** Exit codes, as `help` explains them. Scripts can tell rejected rows from a service that is down. */
export const exitCodes = { done: 0, failed: 1, rejects: 2, usage: 64, interrupted: 130 } as const;

/** Ends the command with a message for the user. */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.name = 'CommandFailed';
    this.exitCode = exitCode;
  }
}

/** The command line can't be carried out as it is written. */
export const notUnderstood = (message: string) => new CommandFailed(message, exitCodes.usage);

/** One file can't be imported. Others may be. */
export class FileRefused extends CommandFailed {}
