import type { StoredAnswer } from '../kernel.ts';
import { storesAnswers } from '../operation.ts';
import type { Call } from '../running/run-context.ts';
import { FileAnswer } from './file-answer.ts';
import { JsonAnswer } from './json-answer.ts';

/** The answer to the caller. A class, because an accessor in an object literal costs more memory than the rest of the object. */
export class Answer implements StoredAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The body as JSON, if the operation rendered it. */
  json: string | null;
  readonly #body: unknown;

  constructor({ status, body }: StoredAnswer, headers: Record<string, string>) {
    this.status = status;
    this.headers = headers;
    this.json = body instanceof JsonAnswer ? body.json : null;
    this.#body = body;
  }

  get body(): unknown {
    return this.#body instanceof JsonAnswer ? this.#body.value : this.#body;
  }
}

/** The return value of `run`, as it is stored for repeats. */
export function answerOf({ declared, admitted, ownHeaders }: Call, body: unknown): StoredAnswer {
  if (body instanceof FileAnswer && storesAnswers(declared) && admitted.request.idempotencyKey !== null) {
    throw new Error(`${declared.id} answers with a file, which can't be stored: set its idempotency`);
  }
  if (body instanceof JsonAnswer) {
    return { status: body.status, body: storesAnswers(declared) ? body.value : body, headers: ownHeaders };
  }
  const status = body instanceof FileAnswer ? 200 : (declared.status?.(body) ?? 200);
  return { status, body: body ?? null, headers: ownHeaders };
}
