import {
  type ApiDocument,
  type ApiOperation,
  answersOf,
  everyOperation,
  isRepeatable,
  json,
  pascal,
  type RoutedOperation,
  type Schema,
} from './document.ts';
import { type NamedCall, namedCalls } from './named-calls.ts';
import { docText, type PythonShapes, python, snake } from './python-shapes.ts';

/** How a call differs between the two clients. */
interface Kind {
  client: string;
  prefix: string;
  def: string;
  wait: string;
  rows: string;
  download: string;
}

export const kinds = {
  sync: { client: 'Client', prefix: '', def: 'def', wait: '', rows: 'Iterator', download: 'Download' },
  async: {
    client: 'AsyncClient',
    prefix: 'Async',
    def: 'async def',
    wait: 'await ',
    rows: 'AsyncIterator',
    download: 'AsyncDownload',
  },
} as const satisfies Record<string, Kind>;

/** A method of the client, with the shapes that it needs. */
export interface Method {
  call: NamedCall;
  /** Parameters of the path: they come first. */
  inPath: string[];
  /** The shape of the named arguments. */
  arguments: { shape: string; part: 'body' | 'query' } | null;
  fileTypes: string[];
  /** Null: a file. */
  answer: string | null;
  /** The type of a row, if the answer is a list. */
  row: string | null;
  isRepeatable: boolean;
}

/** Every named call, with its shapes added to the others. */
export function methodsOf(document: ApiDocument, shapes: PythonShapes): Method[] {
  const operations = new Map(everyOperation(document).map((routed) => [routed.route, routed]));
  const added = new Set<string>();
  const addOnce = (name: string, schema: Schema): string => {
    if (added.has(name)) return name;
    added.add(name);
    return shapes.add(name, schema);
  };
  return namedCalls.map((call) => methodOf(call, operations.get(call.route)!, document, addOnce));
}

function methodOf(
  call: NamedCall,
  routed: RoutedOperation,
  { components }: ApiDocument,
  addOnce: (name: string, schema: Schema) => string,
): Method {
  const { operation } = routed;
  const { content = {} } = operation.requestBody ?? {};
  const name = pascal(operation.operationId!.split('.')[1]!);
  const takesQuery = call.takesFile || !content[json];
  const named = takesQuery ? queryOf(operation) : content[json]!.schema;
  const suffix = takesQuery ? 'Query' : 'Body';
  const shape = named && shapeName(named, `${name}${suffix}`, addOnce);
  const [answer = null] = answersOf(operation);
  const isList = call.waitsWhile === undefined && /^(list|items|deliveries)$/.test(call.name);
  return {
    call,
    inPath: (operation.parameters ?? []).filter(({ in: place }) => place === 'path').map((one) => one.name),
    arguments: shape && !call.waitsWhile ? { shape, part: takesQuery ? 'query' : 'body' } : null,
    fileTypes: call.takesFile ? Object.keys(content).filter((type) => type !== json) : [],
    answer: answer && shapeName(answer, `${name}Answer`, addOnce),
    row: isList ? rowOf(answer!, components) : null,
    isRepeatable: isRepeatable(routed),
  };
}

function queryOf({ parameters = [] }: ApiOperation): Schema | null {
  const found = parameters.filter(({ in: place }) => place === 'query');
  if (found.length === 0) return null;
  return {
    type: 'object',
    properties: Object.fromEntries(found.map(({ name, schema }) => [name, schema])),
    required: found.filter(({ required }) => required).map(({ name }) => name),
  };
}

const refName = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

const shapeName = (schema: Schema, name: string, addOnce: (name: string, schema: Schema) => string): string =>
  refName(schema) ?? addOnce(name, schema);

/** A row without a name has the one that its list gives it. */
function rowOf(answer: Schema, { schemas }: ApiDocument['components']): string {
  const list = refName(answer)!;
  return refName(schemas[list]!.properties!.items!.items!) ?? `${list}Items`;
}

/** The module with the client of one kind. */
export function callsModule(methods: readonly Method[], kind: Kind): string {
  const groups = ['lookups', 'jobs', 'bounces', 'webhooks'] as const;
  const classOf = (group: string) => `${kind.prefix}${pascal(group).slice(0, -1)}Calls`;
  const methodsIn = (group: string) =>
    methods.filter(({ call }) => call.group === group).map((method) => methodText(method, kind));
  const classes = groups.map(
    (group) =>
      `class ${classOf(group)}:\n    def __init__(self, client: ${kind.prefix}RouteClient) -> None:\n        self._client = client\n\n${methodsIn(group).join('\n')}`,
  );
  const members = groups.map(
    (group) =>
      `    @cached_property\n    def ${group}(self) -> ${classOf(group)}:\n        return ${classOf(group)}(self)\n`,
  );
  return [
    `${heading}\nfrom __future__ import annotations\n
from collections.abc import ${kind.rows}, Callable
from functools import cached_property
from typing import Literal, Unpack

from .. import shapes
from .._files import ${kind.download}, File, FileContent
from .._${kind.prefix.toLowerCase()}${kind.prefix ? '_' : ''}route_client import ${kind.prefix}RouteClient
`,
    ...classes,
    `class ${kind.client}(${kind.prefix}RouteClient):\n    """The calls of an API key, by name. Every other operation is called by its route, with \`call\`."""\n\n${[...methodsIn(''), ...members].join('\n')}`,
  ].join('\n\n');
}

export const heading = '# Generated by `npm run generate`.';

function methodText(method: Method, kind: Kind): string {
  const { call, row } = method;
  if (call.waitsWhile) return waitText(method, kind);
  const { parameters, given } = argumentsOf(method);
  const client = call.group === '' ? 'self' : 'self._client';
  const signature = (def: string, returns: string) =>
    `    ${def} ${snake(call.name)}(self${parameters.map((one) => `, ${one}`).join('')}) -> ${returns}:\n        ${docText(call.doc)}\n`;
  const words = [python(call.route), ...given].join(', ');
  if (row)
    return `${signature('def', `${kind.rows}[shapes.${row}]`)}        return ${client}.items(${words})\n`;
  const returns = method.answer ? `shapes.${method.answer}` : kind.download;
  return `${signature(kind.def, returns)}        answer: ${returns} = ${kind.wait}${client}.call(${words})\n        return answer\n`;
}

function argumentsOf({ call, inPath, arguments: named, fileTypes, isRepeatable }: Method) {
  const positional = inPath.length > 0 ? ['id: str'] : [];
  const options = ['timeout: float | None = None'];
  if (isRepeatable) options.unshift('idempotency_key: str | None = None');
  const type = `type: Literal[${fileTypes.map(python).join(', ')}]`;
  return {
    parameters: [
      ...positional,
      ...(call.takesFile ? ['content: FileContent'] : []),
      '*',
      ...(call.takesFile ? [type] : []),
      ...options,
      ...(named ? [`**${named.part}: Unpack[shapes.${named.shape}]`] : []),
    ],
    given: [
      ...inPath.map((name) => `path={"${name}": id}`),
      ...(named ? [`${named.part}=${named.part}`] : []),
      ...(call.takesFile ? ['file=File(type, content)'] : []),
      ...(isRepeatable ? ['idempotency_key=idempotency_key'] : []),
      'timeout=timeout',
    ],
  };
}

const waitText = ({ call, inPath, answer }: Method, { def, wait }: Kind): string => `    ${def} wait(
        self,
        id: str,
        *,
        max_seconds: float | None = None,
        on_progress: Callable[[shapes.${answer}], object] | None = None,
    ) -> shapes.${answer}:
        ${docText(`${call.doc} \`on_progress\` is called with every answer. Raises \`TimeoutError\` after \`max_seconds\`.`)}
        answer: shapes.${answer} = ${wait}self._client.wait(
            ${python(call.route)},
            path={"${inPath[0]}": id},
            unfinished=${JSON.stringify(call.waitsWhile).replaceAll(',', ', ')},
            max_seconds=max_seconds,
            on_progress=on_progress,
        )
        return answer
`;
