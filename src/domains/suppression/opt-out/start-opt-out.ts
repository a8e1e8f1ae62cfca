import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { open, page } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { normaliseEmail } from '#values/contacts/index.ts';
import { parseProfileLink, reasonSentence } from '#values/profile-link/index.ts';
import { hashedName, suppressionKey } from '../keys.ts';
import { foldedMailbox, mailDomain, optOutLimits, type WaitingCause, wayFor } from '../rules.ts';
import { alertWaiting } from './alerts.ts';
import { limitAnonymousCaller } from './limit-anonymous-caller.ts';
import { mailOptOuts } from './mail-opt-outs.ts';
import { openForMail } from './mails.ts';
import { type NewOptOut, type OptOutKind, openForOperator } from './opt-outs.ts';
import { askPage } from './pages/ask-page.ts';
import { nonceExpiry, profileNonce, profileRequestId } from './proof.ts';
import { StartedOptOut } from './shapes.ts';

export const startOptOut = operation({
  id: 'suppression.start-opt-out',
  summary: 'Ask to be left out',
  description:
    'Anybody may ask, for an e-mail address or a profile of their own; no account is needed. The answer is the same whether ' +
    'anything is known of the person or not. A further request makes no earlier token or nonce invalid. A mailbox gets ' +
    `${optOutLimits.mailsPerDay.mailbox} mails in 24 hours at most, and there are limits for its domain and for all; beyond ` +
    'them `way` is `operator`.',
  kind: 'command',
  doors: [open('POST', '/api/v1/opt-out'), page('POST', '/opt-out', askPage)],
  idempotency: 'none',
  input: Type.Object({
    email: Type.Optional(
      Type.String({ minLength: 1, maxLength: 320, description: 'An own e-mail address.' }),
    ),
    profile_url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2000, description: 'An own profile, instead of an address.' }),
    ),
  }),
  output: StartedOptOut,
  errors: ['invalid_profile_url', 'rate_limited'],

  async run(ctx, members) {
    await limitAnonymousCaller(ctx);
    const { kind, target, canBeRead } = targetOf(ctx, members);
    const way = wayFor(kind, { mail: ctx.ports.mailer !== null, readProfile: canBeRead });
    if (way === 'profile') return startForProfile(ctx, target);

    const key = suppressionKey(ctx.ports.suppressionPepper, kind, target);
    const request = { id: newId('opt'), kind, target, key, at: ctx.now() };
    if (way === 'mail') return startByMail(ctx, request);
    return assignToSomebody(ctx, request, kind === 'email' ? 'no_mail_webhook' : 'profile_not_readable');
  },
});

interface Target {
  kind: OptOutKind;
  target: string;
  /** Whether the profile can be looked at. */
  canBeRead: boolean;
}

function targetOf(
  ctx: Context<'invalid_profile_url'>,
  { email, profile_url }: { email?: string | undefined; profile_url?: string | undefined },
): Target {
  const { profileProof, codeHosts } = ctx.ports;
  if (email === undefined && profile_url === undefined) {
    return failField([], 'Name either email or profile_url', 'missing');
  }
  if (email !== undefined && profile_url !== undefined) {
    return failField([], 'Name one of email and profile_url, not both');
  }
  if (email !== undefined) {
    const address = normaliseEmail(email);
    if (!address.ok) return failField(['email'], address.detail);
    return { kind: 'email', target: address.value, canBeRead: false };
  }
  const link = parseProfileLink(profile_url!, codeHosts);
  if (!link.ok) {
    return ctx.fail('invalid_profile_url', {
      detail: reasonSentence(link.reason),
      members: { reason: link.reason, suggestion: link.suggestion },
    });
  }
  return { kind: 'profile', target: link.profile.url, canBeRead: profileProof.covers(link.profile) };
}

/** Nothing is stored: what is not there can't be used up. */
const startForProfile = ({ ports, now }: Context, url: string): StartedOptOut => ({
  id: profileRequestId(url),
  way: 'profile',
  nonce: profileNonce(ports.suppressionPepper, url, now()),
  instructions:
    'Put the nonce into the bio or the website of the profile, then send this id with "check": true to ' +
    'POST /api/v1/opt-out/confirm. Afterwards the nonce can go.',
  expires_at: nonceExpiry(now()).toISOString(),
});

async function startByMail(ctx: Context, request: NewOptOut): Promise<StartedOptOut> {
  const { suppressionPepper: pepper } = ctx.ports;
  const { name, perDay } = mailDomain(request.target);
  const place = {
    mailbox: hashedName(pepper, 'opt-out mailbox', foldedMailbox(request.target)),
    domain: hashedName(pepper, 'opt-out mail domain', name),
    domainPerDay: perDay,
  };
  if (!(await openForMail(ctx.db, request, place))) return assignToSomebody(ctx, request, 'too_many_mails');
  ctx.enqueue(mailOptOuts, {});
  return {
    id: request.id,
    way: 'mail',
    nonce: null,
    instructions:
      'A mail with a link and a token is on its way to the address. Open the link, or send the token with this id to ' +
      'POST /api/v1/opt-out/confirm, within 24 hours.',
    expires_at: new Date(request.at.getTime() + optOutLimits.tokenMs).toISOString(),
  };
}

async function assignToSomebody(
  ctx: Context,
  request: NewOptOut,
  because: WaitingCause,
): Promise<StartedOptOut> {
  await openForOperator(ctx.db, request, because);
  await alertWaiting(ctx.db, because);
  return {
    id: request.id,
    way: 'operator',
    nonce: null,
    instructions: because === 'too_many_mails' ? tooManyMails : waits,
    expires_at: null,
  };
}

const waits = 'An operator will review the request. There is nothing more to do.';
const tooManyMails =
  'No more mail is sent for now, because too much was requested in the last 24 hours. Links from earlier mails keep working ' +
  'for 24 hours. If you have none, there is nothing more to do: an operator will review the request.';
