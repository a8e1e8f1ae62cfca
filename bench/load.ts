/** Sends requests as fast as a service answers them, by wrk, which costs the machine little; by autocannon where wrk isn't there. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { outputOf } from './output-of.ts';

export interface Request {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

/** As it is written to a connection of HTTP/1.1. */
export function bytesOf({ method = 'POST', path, headers = {}, body }: Request, host: string): Buffer {
  const text = body ? JSON.stringify(body) : '';
  const all = {
    host,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}

export interface Load {
  url: string;
  connections: number;
  seconds: number;
  /** The n-th of the requests that are sent in turns. */
  request(n: number): Request;
  /** How many there are. */
  requests: number;
}

export interface Measured {
  perSecond: number;
  answers: number;
  p50Ms: number;
  p99Ms: number;
}

export const loadProgram = spawnSync('wrk', ['--version']).error === undefined ? 'wrk' : 'autocannon';

/** A slow answer is measured, not an error. */
const patienceSeconds = 30;

/** Fails when an answer is not 200. */
export const load = (options: Load): Promise<Measured> =>
  loadProgram === 'wrk' ? byWrk(options) : byAutocannon(options);

async function byWrk({ url, connections, seconds, request, requests }: Load): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-wrk-'));
  const script = join(folder, 'load.lua');
  const lines = Array.from({ length: requests }, (_, n) => luaOf(request(n)));
  await writeFile(script, luaScript(lines));
  try {
    const seen = await outputOf('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      `--timeout=${patienceSeconds}s`,
      '-s',
      script,
      url,
    ]);
    const { answers, perSecond, p50Ms, p99Ms, refused } = JSON.parse(seen.slice(seen.lastIndexOf('{')));
    if (refused > 0) throw new Error(`${refused} of ${answers} answers were not 200, or failed:\n${seen}`);
    return { answers, perSecond, p50Ms, p99Ms };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const luaOf = ({ method = 'POST', path, headers = {}, body }: Request): string => {
  const all = { ...(body && { 'content-type': 'application/json' }), ...headers };
  const fields = Object.entries(all).map(
    ([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`,
  );
  const text = body ? JSON.stringify(JSON.stringify(body)) : 'nil';
  return `{"${method}",${JSON.stringify(path)},{${fields.join(',')}},${text}},`;
};

/** A function of Lua holds 65,536 constants. */
const requestsOfFunction = 10_000;

const luaFunctions = (lines: readonly string[]): string =>
  Array.from({ length: Math.ceil(lines.length / requestsOfFunction) }, (_, at) => {
    const some = lines.slice(at * requestsOfFunction, (at + 1) * requestsOfFunction);
    return `function() return {\n${some.join('\n')}\n} end,`;
  }).join('\n');

/** Each connection of the crowd takes the next request; they are made once, before the first is sent. */
const luaScript = (lines: readonly string[]): string => `
local given = {
${luaFunctions(lines)}
}
local made, at = {}, 0
function init()
  for _, some in ipairs(given) do
    for _, one in ipairs(some()) do made[#made + 1] = wrk.format(one[1], one[2], one[3], one[4]) end
  end
end
function request()
  at = at % #made + 1
  return made[at]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"answers":%d,"perSecond":%f,"p50Ms":%f,"p99Ms":%f,"refused":%d}',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
`;

async function byAutocannon({ url, connections, seconds, request, requests }: Load): Promise<Measured> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: patienceSeconds,
    setupClient(client) {
      const first = Math.floor(Math.random() * requests);
      client.setRequests(
        Array.from({ length: 200 }, (_, n) => {
          const { method = 'POST', path, headers, body } = request((first + n) % requests);
          const all = { ...(body && { 'content-type': 'application/json' }), ...headers };
          return { method, path, headers: all, ...(body && { body: JSON.stringify(body) }) };
        }),
      );
    },
  });
  if (result.non2xx + result.errors > 0) throw new Error(JSON.stringify(result.statusCodeStats));
  const { latency } = result;
  return {
    answers: result.requests.total,
    perSecond: result.requests.average,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
  };
}
