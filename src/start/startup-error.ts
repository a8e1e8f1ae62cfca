/** Startup failed for a reason the operator can fix. Its message is printed without a stack trace. */
export class StartupError extends Error {}
