import type { TSchema } from 'typebox';
import { refusalsOf } from '#core/answers/refusals.ts';
import type { Manifest } from '#core/domain.ts';
import { type Door, pathParameters } from '#core/door.ts';
import { requiredMembers } from '#core/input/input.ts';
import type { Operation } from '#core/operation.ts';
import { domainOf, exampleOf } from '../examples.ts';

/**
 * The plain-text page for agents: how to look up a person, the calls of a key holder, their cost, and what each error means.
 * `plans` is a sentence or two about what can be bought.
 */
export function agentNotes(manifest: Manifest, baseUrl: string, plans: string): string {
  const isFind = ({ id }: Operation) => id === 'lookup.find';
  const find = manifest.operations.find(isFind);
  const findFirst = manifest.operations.toSorted((one, other) => Number(isFind(other)) - Number(isFind(one)));
  const callable = findFirst.flatMap((declared) =>
    declared.doors.filter(isForAgents).map((door) => ({ declared, door })),
  );
  const codes = new Set(
    callable.flatMap(({ declared, door }) => [...refusalsOf(declared, { ...door, forExtensions: false })]),
  );
  const refusals = [...manifest.errors]
    .filter(([code]) => codes.has(code))
    .map(([code, { status, when, remedy }]) => `- ${status} ${code}: ${when} ${remedy}`);
  return `# Contactry: notes for agents

Base address: ${baseUrl}

Send a link to a person's profile. The answer holds the emails, phones and links that are known, each with its sources.
Nothing is guessed: an empty answer means that nothing is known.

${find ? lookupNotes(find) : ''}
## Rules

${howTo}
- The whole description: ${baseUrl}/openapi.json
- Tools over MCP, with the same key: ${baseUrl}/mcp

## Plans

${plans}

## Calls

${callable.map(({ declared, door }) => describe(declared, door)).join('\n\n')}

## Refusals

Each is \`application/problem+json\` with a \`code\` that never changes. 422 is different: its \`detail\` lists every fault of the
request's shape.

${refusals.join('\n')}
`;
}

const isForAgents = (door: Door): boolean =>
  door.access === 'key' ||
  (door.access === 'public' && !door.page && !door.isHandshake && !door.forExtensions);

const howTo = `- Credential: \`Authorization: Bearer cty_live_…\`. A \`cty_test_…\` key answers from a fictional directory, free.
- Networks: LinkedIn (people under /in/), GitHub, GitLab, Bitbucket, Codeberg, SourceHut, and the Forgejo, Gitea and GitLab hosts
  that this service knows. Links to companies, repositories and search pages are refused with a \`suggestion\` where there is one.
- Cost: 1 credit for a completed lookup with at least one email or phone. Everything else is free; \`credits\` in each answer says
  what was charged and why.
- Repeats: send an \`Idempotency-Key\`. The same key with the same request gives the first answer again and is charged once.
- Limits: \`RateLimit\` and \`RateLimit-Policy\` headers on every answer. After 429, wait \`Retry-After\` seconds; a key that keeps
  running into its limit is banned.`;

/** The most frequent call, and the way to read its answer. */
const lookupNotes = (find: Operation): string => `## A lookup

\`\`\`
POST /api/v1/find
{"profile_url": "https://github.com/asha-example", "include": ["emails"]}
\`\`\`

- \`include\`: \`emails\`, \`phones\`, \`links\`; leave it out to get all of them.
- \`status\`: \`completed\` (something was found), \`not_found\`, \`failed\`, or \`pending\` with HTTP 202. For \`pending\`, call
  GET /api/v1/find/{lookup_id} with the \`id\` every 2 seconds until the status changes. It is free for 24 hours.
- \`confidence\` is 0 to 100. \`sources\` says where each value was seen. \`company_email\` is the company's address, not the person's.

An answer, with every member that there is:

\`\`\`json
${JSON.stringify(exampleOf(find.output, { whole: true, domain: domainOf(find) }), null, 2)}
\`\`\`
`;

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
