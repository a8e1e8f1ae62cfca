import { ValidationFailure } from '#core/failure.ts';
import { parseJson } from '#core/input/parse-json.ts';

type Id = string | number | null;

/** A JSON-RPC error as a whole answer. */
export const rpcError = (code: number, message: string, id: Id = null): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

export type ReadMessage = { ok: true; message: Record<string, unknown> } | { ok: false; error: string };

const parseError = -32700;
const invalidRequest = -32600;

/** The one message of a body. A batch would hide many calls in one request of the key's limit. */
export function readMessage(body: Buffer): ReadMessage {
  let value: unknown;
  try {
    value = parseJson(body);
  } catch (error) {
    if (!(error instanceof ValidationFailure)) throw error;
    return { ok: false, error: rpcError(parseError, `Parse error: ${error.faults[0]!.msg}`) };
  }
  if (Array.isArray(value)) {
    return {
      ok: false,
      error: rpcError(invalidRequest, 'Batches are not supported. Send one message per request.'),
    };
  }
  if (typeof value !== 'object' || value === null) {
    return { ok: false, error: rpcError(invalidRequest, 'The body should be one JSON-RPC message.') };
  }
  if (hasTooMany(value)) {
    return {
      ok: false,
      error: rpcError(
        invalidRequest,
        `No object of a message may have more than ${membersMax} members.`,
        idOf(value as Record<string, unknown>),
      ),
    };
  }
  if (isFraction((value as Record<string, unknown>).id)) {
    return {
      ok: false,
      error: rpcError(invalidRequest, 'The id of a message should be a string or a whole number.'),
    };
  }
  return { ok: true, message: value as Record<string, unknown> };
}

/** MCP allows none, and what is declared of answers has none. */
const isFraction = (id: unknown): boolean => typeof id === 'number' && !Number.isInteger(id);

/** Far beyond any valid message. The SDK reads each member several times, and would hold up every other call. */
const membersMax = 1000;

/** Whether any object within a value has too many members. The depth was limited before. */
function hasTooMany(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasTooMany);
  const members = Object.values(value);
  return members.length > membersMax || members.some(hasTooMany);
}

/** The id to answer to, if it has one that JSON-RPC allows. */
export const idOf = ({ id }: Record<string, unknown>): Id =>
  typeof id === 'string' || Number.isInteger(id) ? (id as Id) : null;
