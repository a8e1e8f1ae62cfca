import { openStandIn, type StandIn } from '#dev/stand-ins/contact-sources/stand-in.ts';

/** codeberg.org with one account, whose profile a test can edit like its owner. */
export interface CodeHost extends AsyncDisposable {
  standIn: StandIn;
  account: { description: string; website: string; location: string };
  /** Variables that make the service use this host. */
  environment: Record<string, string>;
}

export async function openCodeHost(login: string): Promise<CodeHost> {
  const account = { description: '', website: '', location: '' };
  const missing = { status: 404, body: { message: "The target couldn't be found." } };
  const standIn = await openStandIn({
    name: 'codeberg',
    token: '',
    answer: ({ path }) =>
      path === `/api/v1/users/${login}`
        ? { status: 200, body: { id: 1, login, full_name: '', visibility: 'public', ...account } }
        : missing,
    limited: (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: {} }),
  });
  return {
    standIn,
    account,
    environment: { CODEBERG_BASE_URL: standIn.origin },
    [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose](),
  };
}
