import { ValidationFailure } from '../failure.ts';
import { containersMax, nestingFault, nestingMax } from './json-nesting.ts';

const faultSentences = {
  too_deep: `JSON should be nested at most ${nestingMax} levels deep`,
  too_many: `JSON should have at most ${containersMax.toLocaleString('en')} lists and objects`,
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body; undefined if it is empty. Fails with 422 if it is not JSON, not UTF-8, or nested too deeply. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const fault = nestingFault(bytes);
  if (fault) throw invalid(faultSentences[fault]);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw invalid(`JSON decode error: ${(error as Error).message}`);
  }
}

const invalid = (msg: string) => new ValidationFailure([{ loc: ['body'], msg, type: 'json_invalid' }]);
