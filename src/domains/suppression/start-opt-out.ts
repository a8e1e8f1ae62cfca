import Type from 'typebox';
import { open } from '#core/access.ts';
import type { Ports } from '#core/context.ts';
import { fail, failField } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { parseProfileLink, reasonSentence } from '#core/profile-link/index.ts';
import { normaliseEmail } from '#domains/contacts/index.ts';
import { admitStranger } from './admit-stranger.ts';
import { suppressionKey } from './keys.ts';
import { mailOptOut } from './mail-opt-out.ts';
import { profileNonce } from './opt-out-proof.ts';
import { expiryOf, type OptOutKind, openOptOut } from './opt-outs.ts';
import { type OptOutWay, optOutWays, wayFor } from './rules.ts';
import { instantOrNull } from './shapes.ts';

export const startOptOut = operation({
  id: 'suppression.start-opt-out',
  summary: 'Ask to be left out',
  description:
    'Anybody may ask, for an e-mail address or a profile of their own; no account is needed. The answer is the same whether ' +
    'anything is known of the person or not.',
  kind: 'command',
  doors: [open('POST', '/api/v1/opt-out')],
  idempotency: 'none',
  input: Type.Object({
    email: Type.Optional(
      Type.String({ minLength: 1, maxLength: 320, description: 'An own e-mail address.' }),
    ),
    profile_url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2000, description: 'An own profile, instead of an address.' }),
    ),
  }),
  output: Type.Object({
    id: Type.String({ description: 'Names the request when it is confirmed.' }),
    way: Type.Enum([...optOutWays], {
      description:
        'How it goes on. `mail`: a token is sent to the address. `profile`: put `nonce` into a text of the profile. ' +
        '`operator`: somebody looks at it.',
    }),
    nonce: Type.Union([Type.String(), Type.Null()], {
      description: 'For `profile`: stands in the bio or the website of the profile while it is checked.',
    }),
    instructions: Type.String(),
    expires_at: instantOrNull('Until when it can be confirmed.'),
  }),
  errors: ['invalid_profile_url', 'rate_limited'],

  async run(ctx, members) {
    await admitStranger(ctx);
    const { suppressionPepper: pepper, mailer } = ctx.ports;
    const { kind, target, canBeRead } = targetOf(members, ctx.ports);
    const way = wayFor(kind, { mail: mailer !== null, readProfile: canBeRead });
    const request = {
      id: newId('opt'),
      kind,
      target,
      key: suppressionKey(pepper, kind, target),
      way,
      at: ctx.now(),
    };

    const isNew = await openOptOut(ctx.db, request);
    if (isNew && way === 'mail') ctx.enqueue(mailOptOut.id, { request_id: request.id });
    return {
      id: request.id,
      way,
      nonce: way === 'profile' ? profileNonce(pepper, request.id) : null,
      instructions: instructions[way],
      expires_at: expiryOf(way, request.at)?.toISOString() ?? null,
    };
  },
});

interface Target {
  kind: OptOutKind;
  target: string;
  /** Whether the profile can be looked at. */
  canBeRead: boolean;
}

function targetOf(
  { email, profile_url }: { email?: string | undefined; profile_url?: string | undefined },
  { profileProof, codeHosts }: Pick<Ports, 'profileProof' | 'codeHosts'>,
): Target {
  if (email === undefined && profile_url === undefined) {
    return failField(['body'], 'Name either email or profile_url', 'missing');
  }
  if (email !== undefined && profile_url !== undefined) {
    return failField(['body'], 'Name one of email and profile_url, not both');
  }
  if (email !== undefined) {
    const address = normaliseEmail(email);
    if (!address.ok) return failField(['body', 'email'], address.detail);
    return { kind: 'email', target: address.value, canBeRead: false };
  }
  const link = parseProfileLink(profile_url!, codeHosts);
  if (!link.ok) {
    return fail('invalid_profile_url', {
      detail: reasonSentence(link.reason),
      members: { reason: link.reason, suggestion: link.suggestion },
    });
  }
  return { kind: 'profile', target: link.profile.url, canBeRead: profileProof.covers(link.profile) };
}

const instructions: Record<OptOutWay, string> = {
  mail: 'A token is on its way to the address. Send it with this id to POST /api/v1/opt-out/confirm within 24 hours.',
  profile:
    'Put the nonce into the bio or the website of the profile, then send this id with "check": true to ' +
    'POST /api/v1/opt-out/confirm within 24 hours. Afterwards the nonce can go.',
  operator: 'The request waits for somebody to look at it. There is nothing more to do.',
};
