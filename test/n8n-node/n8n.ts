import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Parameters = Readonly<Record<string, unknown>>;
interface Item {
  json: Record<string, never>;
  pairedItem: unknown;
}

/** The members of the nodes that n8n calls. */
interface NodeModule {
  Contactry: new () => {
    description: { properties: { name: string; displayOptions?: { show: object }; options?: object[] }[] };
    execute(this: object): Promise<Item[][]>;
  };
  ContactryTrigger: new () => {
    webhookMethods: {
      default: Record<'checkExists' | 'create' | 'delete', (this: object) => Promise<boolean>>;
    };
    webhook(this: object): Promise<{ workflowData?: { json: object }[][]; noWebhookResponse?: boolean }>;
  };
}

const nodes = join(import.meta.dirname, '../../clients/n8n/nodes');
const ofNodes = pathToFileURL(nodes).href;
const ofN8n = pathToFileURL(join(import.meta.dirname, 'n8n-workflow.ts')).href;

/** A node of the package, which finds a stand-in for n8n. */
export async function nodeNamed<Name extends keyof NodeModule>(name: Name): Promise<NodeModule[Name]> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'n8n-workflow') return { url: ofN8n, shortCircuit: true };
      const found = next(specifier, context);
      // n8n wants CommonJS, so that package.json names no type.
      return found.url.startsWith(ofNodes) ? { ...found, format: 'module-typescript' } : found;
    },
  });
  try {
    return (await import(join(nodes, `${name}/${name}.node.ts`)))[name];
  } finally {
    hooks.deregister();
  }
}

interface Running {
  baseUrl: string;
  key: string;
  /** For each item. */
  parameters: Parameters[];
  executionId?: string;
  continues?: boolean;
}

interface HttpOptions {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: object;
  qs?: Record<string, unknown>;
}

/** What n8n gives to a node that runs: its parameters, and requests with its credentials. */
export function running({ baseUrl, key, parameters, executionId = '1', continues = false }: Running) {
  return {
    getInputData: () => parameters.map(() => ({ json: {} })),
    getNodeParameter: (name: string, at: number, fallback?: unknown) =>
      parameters[at ?? 0]![name] ?? fallback,
    getNode: () => ({ id: 'node-1', name: 'Contactry' }),
    getExecutionId: () => executionId,
    getCredentials: async () => ({ baseUrl, key }),
    continueOnFail: () => continues,
    helpers: {
      returnJsonArray: (json: object) => [{ json }],
      async httpRequestWithAuthentication(_: string, { method, url, headers, body, qs }: HttpOptions) {
        const query = new URLSearchParams(
          Object.entries(qs ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const response = await fetch(`${url}?${query}`, {
          method,
          headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: body ? JSON.stringify(body) : null,
          redirect: 'manual',
        });
        const text = await response.text();
        const isJson = response.headers.get('content-type')?.includes('json');
        return {
          statusCode: response.status,
          headers: Object.fromEntries(response.headers),
          body: isJson ? JSON.parse(text) : text,
        };
      },
    },
  };
}
