import { Type } from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

export const listDocuments = operation({
  id: 'agents.list-documents',
  summary: 'List what language models should read',
  description: 'The documents of this service in the form of llms.txt (https://llmstxt.org).',
  kind: 'query',
  doors: [open('GET', '/llms.txt')],
  input: Type.Object({}),
  output: Type.String(),
  contentType: 'text/markdown; charset=utf-8',
  errors: [],

  run: (ctx) => documents(ctx.ports.publicUrl()),
});

const documents = (url: string): string => `# Contactry

> Send a link to a person's profile, and get the emails, phones and links that are known, each with its sources. Nothing is guessed.

## Documentation

- [Notes for agents](${url}/api/docs): each call with its cost, its limits and its refusals, as text
- [Skill](${url}/api/skill): how a coding agent looks people up, exports a list and has a person buy credits
- [OpenAPI](${url}/openapi.json): the whole interface, by machine
- [Reference](${url}/reference/): the same for people

## Connections

- [Server card](${url}/.well-known/mcp.json): the MCP endpoint at ${url}/mcp
- [Registry entry](${url}/.well-known/mcp/server.json): the same for MCP registries
`;
