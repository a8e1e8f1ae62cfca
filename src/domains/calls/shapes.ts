import Type, { type Static } from 'typebox';
import { instant, orNull } from '#core/shapes.ts';
import type { CallRow } from './sql.ts';

export const CallSummary = Type.Object({
  id: Type.String({ description: 'Identifies the call. For an answered lookup, the id of the lookup.' }),
  at: instant('When it was answered.'),
  operation: Type.String({ description: 'The operation, such as `lookup.find`.' }),
  method: Type.String({ description: 'The HTTP method.' }),
  path: Type.String({ description: 'The path, with its parameters in braces.' }),
  status: Type.Integer({ description: 'The HTTP status.' }),
  code: orNull(Type.String(), 'The error code. Null for an answered lookup, and for 422.'),
  outcome: orNull(Type.String(), 'The `status` of an answered lookup, such as `completed`.'),
  credits: Type.Integer({ description: 'Credits charged.' }),
  duration_ms: Type.Integer({ description: 'Milliseconds from the request to its answer.' }),
  key_id: Type.String({ description: 'The key.' }),
  mode: Type.Enum(['live', 'test'], { description: 'The mode of the key.' }),
  opened_from: Type.String({ description: 'Where it came from: `api`, `extension` or `mcp`.' }),
  request_id: orNull(
    Type.String(),
    'The `X-Request-Id`. Null for an answered lookup, whose `id` is in its answer.',
  ),
});

export const Call = Type.Object({
  ...CallSummary.properties,
  request: orNull(
    Type.String(),
    'The members of the request as JSON, cut at 8 kB. Null if it names a person who was erased since.',
  ),
  answer: orNull(
    Type.String(),
    'The answer as JSON, with masked contacts unless you asked to reveal them. Null if the answer is no longer kept.',
  ),
  masked: Type.Boolean({ description: 'Whether contacts in `answer` are masked.' }),
});

export const summaryOf = ({ micros, request, answer, ...shown }: CallRow): Static<typeof CallSummary> =>
  shown;
