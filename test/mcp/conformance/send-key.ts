// Loaded before a conformance suite, which has no option for a credential: adds the key in MCP_TOKEN to all that it sends.
import http from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';

type Headers = string[] | Record<string, unknown> | Iterable<[string, unknown]> | null | undefined;

interface Undici {
  getGlobalDispatcher(): {
    compose(wrap: (dispatch: Dispatch) => Dispatch): unknown;
  };
  setGlobalDispatcher(dispatcher: unknown): void;
}
type Dispatch = (options: { headers?: Headers }, handler: unknown) => unknown;

const authorization = `Bearer ${process.env.MCP_TOKEN}`;
const { getGlobalDispatcher, setGlobalDispatcher } = createRequire(process.argv[1]!)('undici') as Undici;

function withKey(headers: Headers): Headers {
  if (headers && Symbol.iterator in headers && !Array.isArray(headers))
    return withKey([...headers].flat() as string[]);
  if (!Array.isArray(headers)) return { authorization, ...headers };
  const hasKey = headers.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  return hasKey ? headers : [...headers, 'authorization', authorization];
}

setGlobalDispatcher(
  getGlobalDispatcher().compose(
    (dispatch) => (options, handler) => dispatch({ ...options, headers: withKey(options.headers) }, handler),
  ),
);

const { request } = http;
http.request = function (this: unknown, ...given: Parameters<typeof request>) {
  const sent = request.apply(this, given);
  if (!sent.hasHeader('authorization')) sent.setHeader('authorization', authorization);
  return sent;
} as typeof request;
syncBuiltinESMExports();
