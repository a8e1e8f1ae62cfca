/** A stand-in for n8n's own package, which isn't installed here, with the parts that the nodes use. */
export const NodeConnectionTypes = { Main: 'main' };

export class NodeOperationError extends Error {
  readonly description: string | undefined;
  constructor(_: unknown, message: string, { description }: { description?: string } = {}) {
    super(message);
    this.description = description;
  }
}

export class NodeApiError extends Error {
  readonly description: string | undefined;
  readonly httpCode: string | undefined;
  constructor(
    _: unknown,
    { message }: { message: string },
    { description, httpCode }: { description?: string; httpCode?: string } = {},
  ) {
    super(message);
    Object.assign(this, { description, httpCode });
  }
}

/** Doesn't wait. Others get a turn, as they do while a node waits. */
export const sleep = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
