import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { open, page } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { requiredText } from '#core/shapes.ts';
import { MailSender } from '#domains/mails/index.ts';
import { foldedMailbox, normaliseEmail } from '#values/contacts/index.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { parseProfileLink, reasonSentence } from '#values/profile-link/index.ts';
import { hashedName, suppressionKey } from '../keys.ts';
import { ProfileProofs } from '../ports.ts';
import { mailDomain, optOutLimits, type WaitingCause, wayFor } from '../rules.ts';
import { alertWaiting } from './alerts.ts';
import { limitAnonymousCaller } from './limit-anonymous-caller.ts';
import { mailOptOuts } from './mail-opt-outs.ts';
import { type NewOptOut, type OptOutKind, openForMail, openForOperator } from './opt-outs.ts';
import { askPage } from './pages/ask-page.ts';
import { nonceExpiry, profileNonce, profileRequestId } from './proof.ts';
import { StartedOptOut } from './shapes.ts';

export const startOptOut = operation({
  id: 'suppression.start-opt-out',
  summary: 'Request an opt-out',
  description:
    'Anyone may request this for their own email address or profile, without an account. The response does not reveal whether ' +
    'anything is known about the person. Earlier tokens and nonces stay valid. A mailbox gets at most ' +
    `${optOutLimits.mailsPerDay.mailbox} mails in 24 hours. Its domain and the service as a whole have limits too. Beyond ` +
    'them, `way` is `operator`.',
  kind: 'command',
  atDirectory: true,
  doors: [open('POST', '/api/v1/opt-out'), page('POST', '/opt-out', askPage)],
  idempotency: 'none',
  input: Type.Object({
    email: Type.Optional(requiredText(320, 'Your email address.')),
    profile_url: Type.Optional(requiredText(2000, 'A link to your profile, instead of an address.')),
  }),
  example: { email: 'asha@asha.example.com' },
  output: StartedOptOut,
  errors: ['invalid_profile_url', 'rate_limited'],

  async run(ctx, members) {
    await limitAnonymousCaller(ctx);
    const { kind, target, canBeRead } = targetOf(ctx, members);
    const way = wayFor(kind, { mail: ctx.ports.use(MailSender) !== null, readProfile: canBeRead });
    if (way === 'profile') return startForProfile(ctx, target);

    const key = suppressionKey(ctx.ports.suppressionPepper, kind, target);
    const request = { id: newId('opt'), kind, target, key, created_at: ctx.now() };
    if (way === 'mail') return startByMail(ctx, request);
    return leaveToOperator(ctx, request, kind === 'email' ? 'no_mail_webhook' : 'profile_not_readable');
  },
});

interface Target {
  kind: OptOutKind;
  target: string;
  /** Whether this service can read the profile. */
  canBeRead: boolean;
}

function targetOf(
  ctx: Context<'invalid_profile_url'>,
  { email, profile_url }: { email?: string | undefined; profile_url?: string | undefined },
): Target {
  const profileProof = ctx.ports.use(ProfileProofs);
  const codeHosts = ctx.ports.use(CodeHosts);
  if (email === undefined && profile_url === undefined) {
    return failField([], 'Give either email or profile_url', 'missing');
  }
  if (email !== undefined && profile_url !== undefined) {
    return failField([], 'Give one of email and profile_url, not both');
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

/** Stores nothing, so there is nothing a stranger could use up. */
const startForProfile = ({ ports, now }: Context, url: string): StartedOptOut => ({
  id: profileRequestId(url),
  way: 'profile',
  nonce: profileNonce(ports.suppressionPepper, url, now()),
  instructions:
    'Put the nonce into the bio or website field of the profile, then send this id with "check": true to ' +
    'POST /api/v1/opt-out/confirm. You can remove the nonce afterwards.',
  expires_at: nonceExpiry(now()),
});

async function startByMail(ctx: Context, request: NewOptOut): Promise<StartedOptOut> {
  const { suppressionPepper: pepper } = ctx.ports;
  const { name, perDay } = mailDomain(request.target);
  const place = {
    mailbox: hashedName(pepper, 'opt-out mailbox', foldedMailbox(request.target)),
    domain: hashedName(pepper, 'opt-out mail domain', name),
    domainPerDay: perDay,
  };
  if (!(await openForMail(ctx.db, request, place))) return leaveToOperator(ctx, request, 'too_many_mails');
  ctx.enqueue(mailOptOuts, {});
  return {
    id: request.id,
    way: 'mail',
    nonce: null,
    instructions:
      'We are sending a mail with a link and a token to the address. Open the link, or send the token with this id to ' +
      'POST /api/v1/opt-out/confirm, within 24 hours.',
    expires_at: new Date(request.created_at.getTime() + optOutLimits.tokenMs),
  };
}

async function leaveToOperator(
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

const waits = 'An operator will review the request. You do not need to do anything else.';
const tooManyMails =
  'We are not sending more mails for now, because too many were requested in the last 24 hours. Links from earlier mails ' +
  'work for 24 hours. If you have none, you do not need to do anything else: an operator will review the request.';
