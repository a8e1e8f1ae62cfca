import { userInfo } from 'node:os';
import { Agent, fetch } from 'undici';
import { Client } from '#client';
import { CommandFailed } from '../command-failed.ts';

type Fetch = typeof globalThis.fetch;

// An import of a large file is answered when it has ended, and a person can press Ctrl-C.
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
export const patientFetch = ((input: string, init: object) => fetch(input, { ...init, dispatcher })) as Fetch;

/** The service's HTTP API. It tries once, so that a person hears at once what is wrong. */
export function openClient(url: string, headers: Record<string, string> = {}): Client {
  checkAddress(url);
  const timeout = Number.POSITIVE_INFINITY;
  return new Client({ baseUrl: url, headers, fetch: patientFetch, maxRetries: 0, timeout });
}

function checkAddress(url: string): void {
  if (/^https?:/.test(url) && URL.canParse(url)) return;
  throw new CommandFailed(`'${url}' is not a valid address. Use the form http://127.0.0.1:8080.`);
}

/** What tells the service who the operator is. */
export const operatorHeaders = (secret: string, actor = ownActor()): Record<string, string> => ({
  'x-ops-actor': ascii(actor),
  'x-admin-secret': secret,
});

/** Who acts, in the audit trail. */
const ownActor = (): string => `contactry cli, ${userInfo().username}`;
/** All that headers allow. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');
