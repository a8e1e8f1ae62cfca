import Type from 'typebox';
import { open } from '#core/access.ts';
import type { Context } from '#core/context.ts';
import { fail, ValidationFailure } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { parseProfileLink } from '#core/profile-link/index.ts';
import { auditTrail } from '#domains/audit/index.ts';
import { admitStranger } from './admit-stranger.ts';
import { eraseSuppressed } from './erase-suppressed.ts';
import { fulfilOptOut } from './fulfil-opt-out.ts';
import { suppressionKey } from './keys.ts';
import { profileNonce, tokenFits } from './opt-out-proof.ts';
import { giveTryBack, type OptOut, optOutById, takeTry } from './opt-outs.ts';
import { optOutLimits } from './rules.ts';
import { suppressionIdOf } from './shapes.ts';

export const confirmOptOut = operation({
  id: 'suppression.confirm-opt-out',
  summary: 'Prove control of the address or profile, and be left out',
  description:
    `With the token of the mail, or with \`check\` once the nonce stands in the profile; ${optOutLimits.triesMax} tries. ` +
    'From the answer on nothing is told of the person. Repeating it gives the same answer.',
  kind: 'process',
  doors: [open('POST', '/api/v1/opt-out/confirm')],
  idempotency: 'none',
  input: Type.Object({
    request_id: Type.String({ minLength: 1, maxLength: 100, description: '`id` of the request.' }),
    token: Type.Optional(Type.String({ maxLength: 200, description: 'From the mail.' })),
    check: Type.Boolean({ default: false, description: 'Looks for the nonce in the profile now.' }),
  }),
  output: Type.Object({ id: Type.String(), status: Type.Enum(['confirmed']) }),
  errors: ['opt_out_not_proven', 'profile_unreachable', 'rate_limited'],

  async run(ctx, { request_id: id, token = '', check }) {
    await admitStranger(ctx);
    if (token === '' && !check) throw noProof();
    const answer = { id, status: 'confirmed' as const };
    const request = await optOutById(ctx.db, id, ctx.now());
    const isMail = request?.way === 'mail';
    if (request?.status === 'confirmed' && isMail && tokenFits(ctx.ports.suppressionPepper, id, token)) {
      return answer;
    }
    if (request?.status === 'confirmed' && request.way === 'profile' && check) return answer;
    if (!request?.target || !(await takeTry(ctx.db, id, ctx.now()))) return fail('opt_out_not_proven');

    const isProven = isMail
      ? tokenFits(ctx.ports.suppressionPepper, id, token)
      : check && (await isShown(ctx, request, request.target));
    if (!isProven) return fail('opt_out_not_proven');
    await leaveOut(ctx, request, request.target);
    ctx.enqueue(eraseSuppressed.id, {});
    return answer;
  },
});

/** Who forgot a member has proven nothing wrong: it costs no try. */
const noProof = () =>
  new ValidationFailure([
    { loc: ['body', 'token'], msg: 'Field required, unless check is true', type: 'missing' },
    { loc: ['body', 'check'], msg: 'Value should be true, unless a token is given', type: 'value_error' },
  ]);

async function isShown({ ports, db }: Context, { id }: OptOut, url: string): Promise<boolean> {
  const link = parseProfileLink(url, ports.codeHosts);
  if (!link.ok) throw new Error('a canonical link is no profile');
  const seen = await ports.profileProof.showsText(link.profile, profileNonce(ports.suppressionPepper, id));
  if (seen === 'unreachable') {
    await giveTryBack(db, id);
    fail('profile_unreachable');
  }
  return seen === 'shown';
}

/** The actor is the person: what the caller's headers say counts nothing behind a public door. */
const leaveOut = (ctx: Context, request: OptOut, target: string): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    const { ports } = ctx;
    const isDone = await fulfilOptOut({ db, ports }, request, { at: ctx.now(), by: 'subject' });
    if (!isDone) return;
    await auditTrail.write(db, {
      actor: 'subject',
      operation: confirmOptOut.id,
      event: 'opt_out.confirmed',
      requestId: ctx.request.id,
      details: {
        request_id: request.id,
        way: request.way,
        suppression: suppressionIdOf(suppressionKey(ports.suppressionPepper, request.kind, target)),
      },
    });
  });
