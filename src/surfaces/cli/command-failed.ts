/** What a command ends with, as `help` explains: a script can tell a file with faults from a service that is away. */
export const exitCodes = { done: 0, failed: 1, rejects: 2, usage: 64, interrupted: 130 } as const;

/** Ends the command with a message for the person at the terminal. */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.name = 'CommandFailed';
    this.exitCode = exitCode;
  }
}
