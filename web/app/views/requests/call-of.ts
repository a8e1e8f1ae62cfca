import type { Answer } from '#client';
import type { Call } from '#web/app/parts/code/code-of.ts';

type Logged = Answer<'GET /internal/calls/{account_id}/{call_id}'>;

/** A logged request as a call to make again. Null if its text was cut, and for a message of an agent that is no lookup. */
export function callOf({
  operation,
  method,
  path,
  request,
}: Pick<Logged, 'operation' | 'method' | 'path' | 'request'>): Call | null {
  const given = membersOf(request);
  if (given === null) return null;
  if (operation === 'lookup.find') return { ...given, route: 'POST /api/v1/find' };
  return path === '/mcp' ? null : { ...given, route: `${method} ${path}` };
}

function membersOf(request: string | null): Pick<Call, 'path' | 'query' | 'body'> | null {
  try {
    return JSON.parse(request ?? '');
  } catch {
    return null;
  }
}

/** JSON with a member per line; what isn't whole stays as it is. */
export function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
