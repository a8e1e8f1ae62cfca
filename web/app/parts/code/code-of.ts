import { notations, written } from './literals.ts';

/** A call of the API with a key. */
export interface Call {
  /** As the reference names it: `GET /api/v1/find/{lookup_id}`. */
  route: string;
  path?: Values;
  query?: Values;
  body?: unknown;
  /** In place of a body. */
  file?: { name: string; type: string };
}

type Values = Readonly<Record<string, unknown>>;

export const languages = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
] as const;
export type Language = (typeof languages)[number][0];

/** The call as code that runs. The key comes from the environment variable CONTACTRY_KEY. */
export const codeOf = (call: Call, language: Language, apiUrl: string): string =>
  writers[language](call, apiUrl);

const writers: Readonly<Record<Language, (call: Call, apiUrl: string) => string>> = {
  curl(call, apiUrl) {
    const { method, url } = addressOf(call, apiUrl);
    const { body, file } = call;
    const hasContent = body !== undefined || file;
    return [
      `curl ${inShell(url)}`,
      method !== (hasContent ? 'POST' : 'GET') && `-X ${method}`,
      '-H "Authorization: Bearer $CONTACTRY_KEY"',
      hasContent && `-H "Content-Type: ${file?.type ?? 'application/json'}"`,
      file && `--data-binary ${inShell(`@${file.name}`)}`,
      !file && body !== undefined && `-d ${inShell(written(body, notations.json))}`,
    ]
      .filter(Boolean)
      .join(' \\\n  ');
  },

  typescript({ route, path, query, body, file }, apiUrl) {
    const { typescript } = notations;
    const parts = Object.entries({ path, query, body })
      .filter(([, value]) => value !== undefined && !isEmpty(value))
      .map(([name, value]) => `  ${name}: ${written(value, typescript, '  ')},\n`);
    if (file)
      parts.push(
        `  file: { type: ${typescript.text(file.type)}, content: await openAsBlob(${typescript.text(file.name)}) },\n`,
      );
    const given = parts.length > 0 ? `, {\n${parts.join('')}}` : '';
    const method = body !== undefined && !file && !path && !query && methods[route];
    const called = method
      ? `${method}(${written(body, typescript)})`
      : `call(${typescript.text(route)}${given})`;
    return `${file ? "import { openAsBlob } from 'node:fs';\n" : ''}import { Client } from 'contactry';

const client = new Client({ baseUrl: ${typescript.text(apiUrl)}, key: process.env.CONTACTRY_KEY });
const answer = await client.${called};
console.log(answer);`;
  },

  python(call, apiUrl) {
    const { method, url } = addressOf(call, apiUrl);
    const { body, file } = call;
    const { python } = notations;
    const content = file
      ? `open(${python.text(file.name)}, "rb").read()`
      : body !== undefined && `json.dumps(${written(body, python, '    ')}).encode()`;
    return `import json
import os
import urllib.error
import urllib.request

request = urllib.request.Request(
    ${python.text(url)},
    method="${method}",
    headers={
        "Authorization": f"Bearer {os.environ['CONTACTRY_KEY']}",${content ? `\n        "Content-Type": ${python.text(file?.type ?? 'application/json')},` : ''}
    },${content ? `\n    data=${content},` : ''}
)
try:
    with urllib.request.urlopen(request) as response:
        print(json.load(response))
except urllib.error.HTTPError as error:
    print(error.read().decode())`;
  },
};

/** Methods of the client that take a body. Others are called by their route. */
const methods: Readonly<Record<string, string>> = {
  'POST /api/v1/find': 'find',
  'POST /api/v1/jobs': 'jobs.create',
  'POST /api/v1/webhooks/endpoints': 'webhooks.createEndpoint',
};

/** A parameter that is missing stays in braces. */
function addressOf({ route, path = {}, query = {} }: Call, apiUrl: string) {
  const [method = 'GET', template = '/'] = route.split(' ');
  const filled = template.replaceAll(/\{(\w+)\}/g, (parameter, name: string) =>
    name in path ? encodeURIComponent(String(path[name])) : parameter,
  );
  const members = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  const search = members.length > 0 ? `?${new URLSearchParams(members)}` : '';
  return { method, url: `${apiUrl}${filled}${search}` };
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** A word of a POSIX shell. */
const inShell = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
