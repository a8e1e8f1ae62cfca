import type { Reply } from '../server.ts';

/** A documented refusal. */
export class Refusal extends Error {
  readonly answer: Reply;

  constructor(status: number, description: string, more: Record<string, unknown> = {}) {
    super(description);
    this.answer = { status, body: errorBody('BAD_REQUEST_ERROR', description, more) };
  }
}

export const errorBody = (code: string, description: string, more: Record<string, unknown> = {}) => ({
  error: { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {}, ...more },
});

const invalidInput = { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed' };

export const badInput = (description: string, field?: string): Refusal =>
  new Refusal(400, description, { ...invalidInput, ...(field ? { field } : {}) });

export const unknownId = (): Refusal => badInput('The id provided does not exist');

/** Also the answer for a feature that isn't switched on. */
export const noSuchUrl = (): Refusal => new Refusal(400, 'The requested URL was not found on the server.');
