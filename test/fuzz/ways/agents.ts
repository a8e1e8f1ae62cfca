import type { Dice } from '../dice.ts';
import type { Endpoint } from '../document.ts';
import type { WireAnswer } from '../exchange.ts';
import { hostileText, longText, prototypeNames } from '../hostile-texts.ts';
import type { FuzzRequest } from '../request.ts';
import { sampleObject } from '../sample-value.ts';
import { compiledOnce } from './compiled-once.ts';
import type { AgentTool, Sender, Way } from './way.ts';

type Message = Record<string, unknown>;

const modern = '2026-07-28';
const versions = [modern, modern, '2025-11-25', '2025-03-26', '2024-11-05', '1.0', ''];

/** An agent: calls of tools with good and hostile arguments, and messages that are no JSON-RPC. */
export function agentsWay(sender: Sender): Way {
  const endpoint = sender.made.document.endpoints.find(({ id }) => id === 'agents.answer-agent')!;
  return {
    opening: [],
    request(dice) {
      const tool = dice.pick(sender.made.tools);
      const message = messageFor(sender, tool, dice);
      const oddities: string[] = [];
      if (dice.chance(0.4)) {
        const [name, spoil] = dice.pick(Object.entries(oddMessages));
        spoil(message, dice);
        oddities.push(name);
      }
      const isOdd = dice.chance(0.15);
      const [what, body] = isOdd ? oddBody(dice, message) : ['', Buffer.from(JSON.stringify(message))];
      const base = sender.fresh(dice, endpoint);
      return agentRequest({
        base,
        endpoint,
        message,
        body,
        tool: isOdd ? null : tool,
        dice,
        what: [...oddities, what],
      });
    },
  };
}

interface Given {
  base: FuzzRequest;
  endpoint: Endpoint;
  message: Message;
  body: Buffer;
  tool: AgentTool | null;
  dice: Dice;
  what: string[];
}

/** The key is of the request that the document would make, and so is what is odd about its head. */
function agentRequest({ base, endpoint, message, body, tool, dice, what }: Given): FuzzRequest {
  const { authorization, 'x-forwarded-for': address = '' } = base.wire.headers;
  const headers = {
    ...{ 'content-type': 'application/json', 'x-forwarded-for': address },
    ...(authorization === undefined ? {} : { authorization }),
    ...protocolHeaders(message, dice),
  };
  return {
    ...base,
    what: [endpoint.id, String(message.method).slice(0, 60), ...what.filter(Boolean)].join(', '),
    wire: { method: 'POST', target: '/mcp', headers, body },
    mayMissRoute: false,
    faultIn: (answer) => faultOfMessage(answer, message, tool),
  };
}

function protocolHeaders(message: Message, dice: Dice): Record<string, string> {
  const { method, params } = message as { method: unknown; params?: { name?: unknown } };
  const version = dice.pick(versions);
  const told = {
    ...(version === '' ? {} : { 'mcp-protocol-version': version }),
    ...(version === modern ? { 'mcp-method': headerText(method), 'mcp-name': headerText(params?.name) } : {}),
  };
  return {
    accept: dice.chance(0.9) ? 'application/json, text/event-stream' : dice.pick(['', 'text/html', '*/*']),
    ...told,
    ...(dice.chance(0.05) ? { 'mcp-session-id': 'x'.repeat(dice.pick([1, 300])) } : {}),
    ...(dice.chance(0.05) ? { 'mcp-method': 'tools/list', 'mcp-name': '%' } : {}),
    ...(dice.chance(0.03) ? { [`mcp-param-${dice.below(9)}`]: 'v'.repeat(dice.pick([10, 5000])) } : {}),
  };
}

const headerText = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/[^\x20-\x7e]/g, '')
        .trim()
        .slice(0, 200)
    : '';

const meta = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientCapabilities': {},
};

function messageFor({ memory }: Sender, tool: AgentTool, dice: Dice): Message {
  const id = dice.pick<unknown>([1, dice.below(1e6), 'a', -1, 0]);
  const base = { jsonrpc: '2.0', id };
  if (dice.chance(0.85)) {
    const given = sampleObject(tool.inputSchema, { theme: 'Lookups', dice, memory });
    const withMeta = dice.chance(0.7) ? { _meta: meta } : {};
    return { ...base, method: 'tools/call', params: { name: tool.name, arguments: given, ...withMeta } };
  }
  return dice.pick<Message>([
    { ...base, method: 'tools/list', params: dice.pick([{}, { _meta: meta }, { cursor: 'x' }]) },
    {
      ...base,
      method: 'initialize',
      params: {
        protocolVersion: dice.pick(versions),
        capabilities: {},
        clientInfo: { name: 'fuzz', version: '1' },
      },
    },
    { ...base, method: 'server/discover', params: { _meta: meta } },
    { ...base, method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    {
      ...base,
      method: dice.pick(['resources/list', 'prompts/list', 'subscriptions/listen', 'completion/complete']),
    },
  ]);
}

const paramsOf = (message: Message): Message => {
  message.params ??= {};
  return message.params as Message;
};
const argumentsOf = (message: Message): Message => {
  const params = paramsOf(message);
  params.arguments ??= {};
  return params.arguments as Message;
};
const oddValue = (dice: Dice): unknown =>
  dice.pick<unknown>([
    null,
    0,
    -1,
    1e300,
    true,
    '',
    [],
    {},
    [[]],
    hostileText(dice),
    [hostileText(dice)],
    { a: { b: 1 } },
  ]);

const oddMessages: Readonly<Record<string, (message: Message, dice: Dice) => void>> = {
  'an odd argument': (message, dice) => {
    const given = argumentsOf(message);
    given[dice.pick([...Object.keys(given), 'profile_url', 'limit', 'x'])] = oddValue(dice);
  },
  'a hostile argument': (message, dice) => {
    const given = argumentsOf(message);
    given[dice.pick([...Object.keys(given), 'profile_url', 'name'])] = hostileText(dice);
  },
  'a prototype as an argument': (message, dice) => {
    const value = { writable: true, enumerable: true, configurable: true, value: oddValue(dice) };
    Object.defineProperty(argumentsOf(message), dice.pick(prototypeNames), value);
  },
  'arguments that are no object': (message, dice) => {
    paramsOf(message).arguments = oddValue(dice);
  },
  'too many arguments': (message) => {
    for (let at = 0; at < 2000; at += 1) argumentsOf(message)[`a${at}`] = at;
  },
  'an unknown tool': (message, dice) => {
    paramsOf(message).name = dice.pick<unknown>([hostileText(dice), 'constructor', '', null, 7]);
  },
  'params that are no object': (message, dice) => {
    message.params = oddValue(dice);
  },
  'an odd id': (message, dice) => {
    message.id = dice.pick<unknown>([null, {}, [], true, 1.5, 2 ** 60, 'i'.repeat(5000), hostileText(dice)]);
  },
  'another jsonrpc': (message, dice) => {
    message.jsonrpc = dice.pick<unknown>(['1.0', 2, null, undefined, hostileText(dice)]);
  },
  'an odd method': (message, dice) => {
    message.method = dice.pick<unknown>([hostileText(dice), null, 1, 'tools/', 'constructor', {}]);
  },
  'an odd _meta': (message, dice) => {
    paramsOf(message)._meta = dice.pick<unknown>([
      ...[null, [], 'x', { progressToken: oddValue(dice) }],
      ...[{ traceparent: hostileText(dice) }, { ...meta, extra: oddValue(dice) }],
    ]);
  },
  'an answer in place of a question': (message) => {
    message.result = {};
    delete message.method;
  },
};

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

function oddBody(dice: Dice, message: Message): [string, Buffer] {
  const json = JSON.stringify(message);
  const [what, text] = dice.pick<[string, string | Buffer]>([
    ['a batch', JSON.stringify(Array(dice.pick([1, 3, 500])).fill(message))],
    ['an empty batch', '[]'],
    ['half a message', json.slice(0, dice.below(json.length))],
    ['two messages', `${json}\n${json}`],
    ['no object', dice.pick(['null', '1', '"x"', 'true', ''])],
    [
      'deep nesting',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${nested(dice.pick([50, 5000, 100_000]))}}`,
    ],
    ['a member twice', json.replace('{', '{"id":7,"method":"ping",')],
    ['UTF-16', Buffer.from(json, 'utf16le')],
    ['bytes that are no UTF-8', Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xff, 0x7d])])],
    ['a message over the limit', `{"x":"${longText(dice, 1_100_000).replace(/[^a-z]/g, 'a')}"}`],
  ]);
  return [what, Buffer.from(text as string)];
}

interface Envelope {
  jsonrpc?: unknown;
  id?: unknown;
  result?: { isError?: boolean; structuredContent?: unknown };
  error?: { code?: unknown; message?: unknown };
}

const internalError = -32603;

/** An answer of JSON-RPC is one result or one error, about the id that was sent, and not that something broke inside. */
function faultOfMessage(
  { status, body, headers }: WireAnswer,
  { id, method }: Message,
  tool: AgentTool | null,
): string | null {
  const isProblem = (headers['content-type'] ?? '').startsWith('application/problem+json');
  if (isProblem || status === 422 || body === '') return null;
  const answer = JSON.parse(body) as Envelope;
  if (answer.jsonrpc !== '2.0') return 'it is no answer of JSON-RPC';
  if ((answer.result === undefined) === (answer.error === undefined)) return 'not one of result and error';
  if (answer.error?.code === internalError) return `an internal error: ${String(answer.error.message)}`;
  if (tool === null) return null;
  if (answer.id !== null && answer.id !== undefined && answer.id !== id) return 'it answers another id';
  if (method !== 'tools/call' || answer.result === undefined || answer.result.isError) return null;
  const validator = compiledOnce(tool.outputSchema);
  if (validator.Check(answer.result.structuredContent)) return null;
  const [error] = validator.Errors(answer.result.structuredContent);
  return `the result is not as the tool's schema says: ${error?.instancePath ?? ''} ${error?.message}`;
}
