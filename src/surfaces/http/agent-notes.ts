import type { TSchema } from 'typebox';
import type { Manifest } from '#core/domain.ts';
import { type Door, pathParameters } from '#core/door.ts';
import type { Operation } from '#core/operation.ts';
import { requiredMembers } from './openapi.ts';

/** The plain-text page for agents: the calls of a key holder, their cost, and what each error means. */
export function agentNotes(manifest: Manifest, baseUrl: string): string {
  const callable = manifest.operations.flatMap((declared) =>
    declared.doors
      .filter((door) => door.access === 'key' || (door.access === 'public' && !door.page))
      .map((door) => describe(declared, door)),
  );
  const refusals = [...manifest.errors].map(
    ([code, { status, when, remedy }]) => `- ${status} ${code}: ${when} ${remedy}`,
  );
  return `# Contactry: notes for agents

Base address: ${baseUrl}
Send a link to a person's profile on a professional network or a code host. The answer holds the e-mails, phones and
links that are known, each with its sources. Nothing is ever guessed: an empty answer means nothing is known.

- Credential: \`Authorization: Bearer cty_live_…\`. A \`cty_test_…\` key answers from a fictional directory, free.
- Cost: 1 credit for a completed lookup that found at least one e-mail or phone. A miss is free. \`credits\` in every
  answer says what was charged and why.
- Repeats: send \`Idempotency-Key\`; the same key gives the first answer again and is charged once.
- Limits: \`RateLimit\` and \`RateLimit-Policy\` headers on every answer; after 429 wait \`Retry-After\` seconds.
- Errors: \`application/problem+json\` with a stable \`code\`; 422 lists every fault of the request.
- The whole description: ${baseUrl}/openapi.json

## Calls

${callable.join('\n\n')}

## Refusals

${refusals.join('\n')}
`;
}

function describe(declared: Operation, door: Door): string {
  const inPath = new Set(pathParameters(door.path));
  const required = new Set(requiredMembers(declared.input));
  const members = Object.entries(declared.input.properties as Record<string, TSchema>)
    .filter(([name]) => !inPath.has(name))
    .map(([name, schema]) => {
      const note = (schema as { description?: string }).description;
      return `  - ${name}${required.has(name) ? ' (required)' : ''}${note ? `: ${note}` : ''}`;
    });
  return [`${door.method} ${door.path}: ${declared.summary}`, ...members].join('\n');
}
