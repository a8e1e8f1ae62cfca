import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { open, page } from '#core/door.ts';
import { MemberFailure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { requiredText } from '#core/shapes.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { eraseSuppressed } from '../hiding/erase-suppressed.ts';
import { suppressionKey } from '../keys.ts';
import { ProfileProofs } from '../ports.ts';
import { optOutLimits } from '../rules.ts';
import { alertWaiting } from './alerts.ts';
import { fulfilOptOut, suppressSubject } from './fulfil-opt-out.ts';
import { limitAnonymousCaller } from './limit-anonymous-caller.ts';
import { openForOperator, optOutById } from './opt-outs.ts';
import { confirmPage } from './pages/confirm-page.ts';
import { profileNonces, profileOfRequest, tokenFits } from './proof.ts';

export const confirmOptOut = operation({
  id: 'suppression.confirm-opt-out',
  summary: 'Confirm an opt-out',
  description:
    'Send the token from the mail, or `check` once the nonce is in the profile. A wrong token or missing nonce costs nothing. ' +
    'From the response on, nothing about the person is disclosed. Repeating the call returns the same answer; for a profile, ' +
    'as long as the nonce is still there.',
  kind: 'process',
  atDirectory: true,
  doors: [open('POST', '/api/v1/opt-out/confirm'), page('POST', '/opt-out/confirm', confirmPage)],
  idempotency: 'none',
  input: Type.Object({
    request_id: requiredText(3000, "The request's `id`."),
    token: Type.Optional(Type.String({ maxLength: 200, description: 'The token from the mail.' })),
    check: Type.Boolean({ default: false, description: 'Whether to look for the nonce in the profile now.' }),
  }),
  example: { token: '3Zk9VtQd0cU2', request_id: 'opt_4mAYQ7rYV0bIqJm2vQx1sT' },
  output: Type.Object({
    id: Type.String(),
    status: Type.Enum(['confirmed'], { description: 'Always the same.' }),
  }),
  errors: ['opt_out_not_proven', 'profile_unreachable', 'rate_limited'],

  async run(ctx, { request_id: id, token = '', check }) {
    await limitAnonymousCaller(ctx);
    if (token === '' && !check) throw noProof();
    const profile = profileOfRequest(id, ctx.ports.use(CodeHosts));
    const isProven = profile
      ? check && (await proveProfile(ctx, profile))
      : await proveAddress(ctx, id, token);
    if (!isProven) return ctx.fail('opt_out_not_proven');
    ctx.enqueue(eraseSuppressed, {});
    return { id, status: 'confirmed' as const };
  },
});

const noProof = () =>
  new MemberFailure([
    { path: ['token'], msg: 'Field required, unless check is true', type: 'missing' },
    { path: ['check'], msg: 'Value should be true, unless a token is given', type: 'value_error' },
  ]);

/** A token stays valid for its full lifetime, whatever happens to the request: it may already be in the mailbox. */
async function proveAddress(ctx: Context, id: string, token: string): Promise<boolean> {
  const request = await optOutById(ctx.db, id, ctx.now());
  const isRight = tokenFits(ctx.ports.suppressionPepper, id, token);
  if (request?.kind !== 'email' || !isRight) return false;
  const endsMs = new Date(request.created_at).getTime() + optOutLimits.tokenMs;
  if (request.status !== 'confirmed' && ctx.now().getTime() >= endsMs) return false;

  return ctx.phase(async ({ db }) => {
    const isDone = await fulfilOptOut({ db, ports: ctx.ports }, request, { at: ctx.now(), by: 'subject' });
    // An earlier or concurrent call may have confirmed it.
    return isDone || (await optOutById(db, id, ctx.now()))?.status === 'confirmed';
  });
}

async function proveProfile(ctx: Context<'profile_unreachable'>, profile: ProfileLink): Promise<boolean> {
  const { url } = profile;
  const seen = await lookForNonce(ctx, profile);
  if (seen === 'unreachable') return escalateToOperator(ctx, url);
  if (seen === 'not_shown') return false;
  await ctx.phase(({ db }) =>
    suppressSubject({ db, ports: ctx.ports }, 'profile', url, { at: ctx.now(), by: 'subject' }),
  );
  return true;
}

async function lookForNonce({ ports, now }: Context, profile: ProfileLink) {
  const { rateLimiter, suppressionPepper } = ports;
  const profileProof = ports.use(ProfileProofs);
  const { admitted } = await rateLimiter.admit('opt-out:profile-checks', optOutLimits.profileChecksPerMinute);
  if (!admitted) return 'unreachable';
  return profileProof.showsAnyOf(profile, profileNonces(suppressionPepper, profile.url, now()));
}

/** An operator decides when the check is impossible, so that no caller can block an opt-out by keeping the service busy. */
async function escalateToOperator(ctx: Context<'profile_unreachable'>, url: string): Promise<never> {
  const { ports, now } = ctx;
  const key = suppressionKey(ports.suppressionPepper, 'profile', url);
  const request = { id: newId('opt'), kind: 'profile' as const, target: url, key, created_at: now() };
  await ctx.phase(async ({ db }) => {
    await openForOperator(db, request, 'profile_unreachable');
    await alertWaiting(db, 'profile_unreachable');
  });
  return ctx.fail('profile_unreachable');
}
