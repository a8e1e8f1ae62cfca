import type { Caller } from '#core/access.ts';
import type { Clock } from '#core/clock.ts';
import type { Db, Ports, RequestFacts } from '#core/context.ts';
import { failWith } from '#core/failure.ts';
import { port } from '#core/ports.ts';
import { lockOnOpened } from '#domains/identity/index.ts';
import { bearerOf, countGuess, KeyGate } from '#domains/keys/index.ts';
import { sessionOfAccess } from './sql.ts';
import { accessHashOf, isAccessToken } from './tokens.ts';

const fail = failWith(['missing_credential', 'access_token_expired']);

/** Admits browser extensions by the access token of a session. Every call acts with the account's active key. */
export interface ExtensionGate {
  /** Whether a request brings an access token, good or not, rather than a key. */
  recognises(authorization: string | undefined): boolean;
  /** Fails with `missing_credential`, `access_token_expired`, or any refusal of the account's key. */
  admit(request: RequestFacts, header: (name: string, value: string) => void): Promise<Caller>;
}

export const ExtensionGate = port<ExtensionGate>('extension-gate');

export interface ExtensionGateOptions {
  db: Db;
  clock: Clock;
  ports: Pick<Ports, 'rateLimiter' | 'use'>;
}

/** Sessions are read from the database each time: an ended one is refused at once, on every process. */
export const openExtensionGate = ({ db, clock, ports }: ExtensionGateOptions): ExtensionGate => ({
  recognises: (authorization) => isAccessToken(bearerOf(authorization) ?? ''),
  async admit({ headers, address }, header) {
    const text = bearerOf(headers.authorization) ?? fail('missing_credential', { detail: whatToSend });
    const hash = accessHashOf(text);
    const session = hash && (await sessionOfAccess(db, hash, clock.now()));
    if (!session) {
      await countGuess(ports.rateLimiter, 'token', address);
      return fail('access_token_expired');
    }
    const { id: sessionId, account_id, created_at: openedAt } = session;
    const account = { id: session.account, account_id };
    const principal = { account_id, ip: address };
    if ((await lockOnOpened(ports, clock.now, { principal, openedAt })) === 'ended')
      return fail('access_token_expired');
    const key = await ports.use(KeyGate).admitSession(account, address, header);
    return { kind: 'extension', key, sessionId };
  },
});

const whatToSend = 'Send the access token of a session as `Authorization: Bearer cty_session_…`.';
