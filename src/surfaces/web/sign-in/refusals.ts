import type { FastifyReply } from 'fastify';
import { html } from '#core/answers/page-view.ts';
import type { PlainPage } from '../../html-document.ts';
import type { App } from '../apps.ts';
import { sendPage } from '../document.ts';
import type { WebContext } from '../web-context.ts';

/** Reasons why a sign-in failed, with what to do: status, title and sentence. `{email}` and `{provider}` are filled in. */
const refusals = {
  sign_in_failed: [
    400,
    'That sign-in didn’t work',
    'The answer of {provider} is too old, was used before, or belongs to another sign-in. Start again.',
  ],
  access_denied: [403, 'You weren’t signed in', '{provider} did not sign you in, or you cancelled it.'],
  email_missing: [
    403,
    'We need your email',
    '{provider} didn’t share an email address. Sign in again and allow it to.',
  ],
  email_unverified: [
    403,
    'Your email isn’t verified',
    '{provider} hasn’t verified {email}. Verify the address there, then sign in again.',
  ],
  unusable_identity: [
    403,
    'We can’t use this sign-in',
    'Your data at {provider}, such as {email}, is too long or has characters that we can’t use. Change it there, or contact support.',
  ],
  signups_closed: [
    403,
    'Sign-ups are closed',
    'New accounts are closed at the moment. If you have one, sign in with the address you used before.',
  ],
  try_again_later: [
    429,
    'Try again later',
    'Too many people signed up from your network in the last hour. Try again in an hour.',
  ],
  account_exists: [
    409,
    'You already have an account',
    'The account of {email} belongs to another sign-in. Sign in as you did before, or contact support.',
  ],
  signup_refused: [
    403,
    'You can’t sign up',
    'We can’t open an account with this sign-in. If you think this is a mistake, contact support.',
  ],
  account_locked: [403, 'This account is locked', 'Contact support to find out more.'],
  session_elsewhere: [
    409,
    'Your account is in use elsewhere',
    'A session at another address is still live. Sign out there, or try again when it has been unused for 15 minutes.',
  ],
  not_operator: [
    403,
    'You aren’t an operator',
    '{email} is not on the list of operators, or the person who made your link isn’t. The owner of the service can add the address to OPERATORS.',
  ],
  operator_link_ended: [
    410,
    'This link doesn’t work any more',
    'A link works once, expires after a day, and can be revoked. Make a new one with: ./contactry console YOUR_EMAIL',
  ],
} as const satisfies Readonly<Record<string, readonly [number, string, string]>>;
type RefusalCode = keyof typeof refusals;

/** A sign-in that failed. */
export class SignInRefused extends Error {
  readonly code: RefusalCode;
  readonly email: string;

  constructor(code: RefusalCode, { email = '', cause }: { email?: string; cause?: unknown } = {}) {
    super(code, { cause });
    this.code = code;
    this.email = email;
  }
}

/** A code of the API as a refusal. Unexpected codes become a failed sign-in. */
export const refusedWith = (code: string, email: string): SignInRefused => {
  const known = code === 'handle_taken' ? 'account_exists' : code;
  return new SignInRefused(Object.hasOwn(refusals, known) ? (known as RefusalCode) : 'sign_in_failed', {
    email,
    cause: new Error(`the API answered ${code}`),
  });
};

/** Shows why a sign-in failed. Rethrows other errors. */
export function sendRefusal(
  context: WebContext,
  reply: FastifyReply,
  { app, to }: { app: App; to: string },
  error: unknown,
): Promise<FastifyReply> {
  const { log, provider } = context;
  if (!(error instanceof SignInRefused)) throw error;
  const { code } = error;
  log.info({ code, requestId: reply.request.id, cause: causeOf(error) }, 'refused a sign-in');
  return sendPage(reply.code(refusals[code][0]), context, refusalPage(app, to, error, provider?.name ?? ''));
}

/** The library's messages, without the browser's input. */
const causeOf = ({ cause }: Error): string | undefined =>
  cause instanceof Error
    ? [cause.message + providerCode(cause), causeOf(cause)].filter(Boolean).join(': ')
    : undefined;

/** The provider's own code, such as `invalid_client`. The one in the browser's address could come from anyone. */
const providerCode = (cause: Error & { error?: unknown }): string =>
  cause.name === 'ResponseBodyError' && /^\w{1,60}$/.test(String(cause.error)) ? ` (${cause.error})` : '';

/** Says why, what to do, and leads back. */
function refusalPage(app: App, to: string, { code, email }: SignInRefused, provider: string): PlainPage {
  const [, title, sentence] = refusals[code];
  const detail = sentence.replace('{email}', email || 'your address').replace(
    '{provider}',
    provider.replace(/^./, (first) => first.toUpperCase()),
  );
  return {
    title,
    main: html`<h1>${title}</h1>
<p>${detail}</p>
<p><a class="button primary" href="/${app}/sign-in?${new URLSearchParams({ to }).toString()}">Back to the sign-in</a></p>`,
  };
}
