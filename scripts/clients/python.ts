import type { ErrorDefinition } from '#core/failure.ts';
import {
  type ApiDocument,
  answersOf,
  type EventSchemas,
  everyOperation,
  hasFile,
  isRepeatable,
  isRepeatableBySecret,
  pascal,
  type RoutedOperation,
  refusalsOf,
  type Schema,
  shapesOf,
} from './document.ts';
import { callsModule, heading, kinds, methodsOf } from './python-calls.ts';
import { docText, PythonShapes, python } from './python-shapes.ts';

/** The generated modules of the Python client, by name. */
export function pythonModules(
  document: ApiDocument,
  definitions: ReadonlyMap<string, Pick<ErrorDefinition, 'status' | 'retryable'>>,
  events: EventSchemas,
): ReadonlyMap<string, string> {
  const shapes = new PythonShapes();
  for (const [name, schema] of shapesOf(document)) shapes.add(name, schema);
  const methods = methodsOf(document, shapes);
  const eventNames = addEvents(shapes, events);
  const refusals = refusalsModule(document, definitions, shapes);
  return new Map([
    ['__init__.py', `${heading}\n`],
    ['shapes.py', shapesModule(shapes, eventNames)],
    ['refusals.py', refusals],
    ['routes.py', routesModule(document)],
    ['calls.py', callsModule(methods, kinds.sync)],
    ['async_calls.py', callsModule(methods, kinds.async)],
  ]);
}

function addEvents(shapes: PythonShapes, events: EventSchemas): string[] {
  return Object.entries(events).map(([type, schema]) => {
    const name = `${pascal(type)}Event`;
    const data = schema ? shapes.add(`${name}Data`, schema as Schema) : 'Job';
    return shapes.add(name, {
      type: 'object',
      required: ['id', 'type', 'timestamp', 'data'],
      properties: {
        id: { type: 'string', description: 'The same for every attempt. Keep it, and ignore repeats.' },
        type: { const: type },
        timestamp: { type: 'string', description: 'When it happened. ISO 8601, UTC.' },
        data: { $ref: data },
      },
    });
  });
}

const shapesModule = (shapes: PythonShapes, eventNames: readonly string[]): string => `${heading}
"""The shapes of requests, answers and events."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

${shapes.text}

WebhookEvent = (
    ${eventNames.join('\n    | ')}
)
"""An event. A newer service may send types that this client doesn't know: ignore them."""

__all__ = [
${[...shapes.names, 'WebhookEvent'].map((name) => `    "${name}",\n`).join('')}]
`;

function refusalsModule(
  document: ApiDocument,
  definitions: ReadonlyMap<string, Pick<ErrorDefinition, 'status' | 'retryable'>>,
  shapes: PythonShapes,
): string {
  const known = new Set(shapes.names);
  const refusals = refusalsOf(document, definitions);
  const classes = refusals.map(({ code, className, members, required, retryable }) => {
    const lines = members.map(([name, schema]) => {
      const type = shapes
        .typeOf(schema, `${className}${pascal(name)}`)
        .replace(/[A-Z]\w+/g, (word) =>
          known.has(word) || shapes.names.includes(word) ? `shapes.${word}` : word,
        );
      const doc = schema.description ? `    ${docText(schema.description)}\n` : '';
      return `    ${name}: ${type}${required.includes(name) ? '' : ' | None = None'}\n${doc}`;
    });
    const advice = retryable === null ? '' : `    is_retryable = ${python(retryable)}\n`;
    return `class ${className}(ContactryError):\n    code: Literal["${code}"]\n${advice}${lines.join('')}`;
  });
  return `${heading}
"""An exception for every code of a refusal, with the members of its problem."""

from __future__ import annotations

from typing import Literal

from .. import shapes
from .._errors import ContactryError

${classes.join('\n\n')}

error_classes: dict[str, type[ContactryError]] = {
${refusals.map(({ code, className }) => `    "${code}": ${className},\n`).join('')}}

__all__ = [
${[...refusals.map(({ className }) => className), 'error_classes'].map((name) => `    "${name}",\n`).join('')}]
`;
}

function routesModule(document: ApiDocument): string {
  const operations = everyOperation(document);
  const lists = operations.filter((routed) => isListing(routed, document));
  const literal = (name: string, routed: readonly RoutedOperation[]) =>
    `${name} = Literal[\n${routed.map(({ route }) => `    "${route}",\n`).join('')}]`;
  const set = (name: string, doc: string, routed: readonly RoutedOperation[]) =>
    `${name}: frozenset[str] = frozenset({\n${routed.map(({ route }) => `    "${route}",\n`).join('')}})\n"""${doc}"""`;
  return [
    `${heading}\nfrom __future__ import annotations\n\nfrom typing import Literal`,
    literal('Route', operations),
    literal('Listing', lists),
    set('REPEATABLE', 'Know a repeat by its `Idempotency-Key`.', operations.filter(isRepeatable)),
    set(
      'REPEATABLE_BY_SECRET',
      'Their callers have no credential, so they take an `Idempotency-Secret` too.',
      operations.filter(isRepeatableBySecret),
    ),
    set('FILES', 'Answer with a file.', operations.filter(hasFile)),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Whether the answer is a list by pages. The TypeScript client says it in `lists.ts`. */
function isListing({ operation }: RoutedOperation, { components }: ApiDocument): boolean {
  const [answer] = answersOf(operation);
  const named = answer?.$ref ? components.schemas[answer.$ref.split('/').at(-1)!] : answer;
  const { items, events, total, history } = named?.properties ?? {};
  return [items, history, total && events].some((member) => member?.type === 'array');
}
