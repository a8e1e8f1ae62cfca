/** Holds the session and makes all requests, so that closing the popup interrupts neither a lookup nor a renewal. */
import { ConnectionError, ContactryError } from '../../clients/typescript/src/index.ts';
import { connect, connection, disconnect, NotConnected, withSession } from './connection.ts';
import { lookUp } from './look-up.ts';
import type { Requests, Session, Trouble } from './messages.ts';

type Answers = {
  [Name in keyof Requests]: (sent: Requests[Name]['sent']) => Promise<Requests[Name]['answer']>;
};

const answers: Answers = {
  session: async () => ((await connection()) ? shownSession() : null),
  async connect({ baseUrl, code }) {
    await connect(baseUrl, code);
    return shownSession();
  },
  async signOut() {
    // Whatever the service says, this browser forgets its tokens.
    await withSession((client) => client.call('DELETE /api/v1/extension/session')).catch(() => null);
    await disconnect();
    return null;
  },
  lookUp: ({ address }) => withSession((client) => lookUp(client, address)),
};

async function shownSession(): Promise<Session> {
  const session = await withSession((client) => client.call('GET /api/v1/extension/session'));
  return { ...session, baseUrl: (await connection())!.baseUrl };
}

chrome.runtime.onMessage.addListener((message, _sender, answer) => {
  const { name, sent } = message as { name: keyof Requests; sent: never };
  answers[name](sent).then(
    (value) => answer({ ok: true, value }),
    (error) => answer({ ok: false, trouble: troubleOf(error) }),
  );
  return true;
});

function troubleOf(error: unknown): Trouble {
  if (error instanceof NotConnected) return { code: 'not_connected', detail: '', retryAfter: null };
  if (error instanceof ConnectionError)
    return { code: 'unreachable', detail: error.message, retryAfter: null };
  if (error instanceof ContactryError) {
    const { code, message, retryAfter } = error;
    const { reason } = error as { reason?: string };
    return { code, detail: message, retryAfter, reason };
  }
  return { code: 'unexpected', detail: String(error), retryAfter: null };
}
