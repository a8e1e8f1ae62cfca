import { setTimeout as sleep } from 'node:timers/promises';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import type { Job, JobContext } from '#core/job.ts';
import { inSpan } from '#core/tracing/span.ts';
import { currentSpan, storedTrace } from '#core/tracing/trace.ts';
import { accountById } from '#domains/accounts/index.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { mailAccount } from '#domains/mails/index.ts';
import { endWaiting } from '../deliveries.ts';
import { signingSecrets } from '../secrets.ts';
import { isAccepted, isLast, type NewAttempt, noteEndpoint, recordAttempt } from './attempts.ts';
import { dueLanes, type Lane, type Message, takeNext } from './lanes.ts';
import { switchedOffMail } from './switched-off-mail.ts';
import { WebhookSender, WebhookWork } from './webhook-work.ts';

/** Requests of a process in progress at once. An account has a part of them, however many of its servers don't answer. */
const atOnce = 400;
/** For later attempts and those that a killed process left. New messages are sent at once. */
const lookEveryMs = 2_000;
const afterFailureMs = 1_000;

/** Sends messages as long as the process runs. Any number of processes share them. */
export const deliver: Job = {
  id: 'webhooks.deliver',
  sends: true,
  always: true,
  async run(ctx) {
    const work = ctx.ports.use(WebhookWork);
    const lanes = openLanes(ctx, ({ account }) => work.wake(account));
    let lookedMs = 0;
    while (!ctx.signal.aborted) {
      const woken = await work.wait(lookEveryMs, ctx.signal);
      const nowMs = ctx.now().getTime();
      const isTime = woken === 'all' || nowMs - lookedMs >= lookEveryMs;
      if (isTime) lookedMs = nowMs;
      await lanes.begin(isTime ? 'all' : woken);
    }
    await lanes.ended();
  },
};

/**
 * Sends every message that is due, and what becomes due in the meantime.
 * @public
 */
export async function deliverDue(ctx: JobContext): Promise<void> {
  const lanes = openLanes(ctx, () => {});
  while (!ctx.signal.aborted && (await lanes.begin('all')) > 0) await lanes.oneEnded();
}

/** Addresses that get messages now. */
function openLanes(ctx: JobContext, onEnd: (lane: Lane) => void) {
  const sending = new Set<Promise<void>>();
  return {
    /** Begins with the addresses of these accounts that are due. Returns how many are in progress. */
    async begin(of: ReadonlySet<number> | 'all'): Promise<number> {
      const room = atOnce - sending.size;
      if (room > 0 && (of === 'all' || of.size > 0)) {
        for (const lane of await dueLanes(ctx.ports.db, of, ctx.now(), room)) {
          const sent = sendLane(ctx, lane).finally(() => {
            sending.delete(sent);
            onEnd(lane);
          });
          sending.add(sent);
        }
      }
      return sending.size;
    },
    oneEnded: (): Promise<void> => Promise.race(sending),
    ended: async (): Promise<void> => void (await Promise.all(sending)),
  };
}

/** Messages of one address, one at a time and the oldest first. */
async function sendLane(ctx: JobContext, lane: Lane): Promise<void> {
  try {
    while (!ctx.signal.aborted) {
      const message = await takeNext(ctx.ports.db, lane, ctx.now());
      if (!message) return;
      const trace = ctx.ports.tracer.begin('delivery', 'deliver', storedTrace(message.traceparent));
      const { endpoint, message_id } = message;
      const attributes = { 'contactry.message': message_id, 'contactry.endpoint': endpoint ?? undefined };
      await inSpan(trace, attributes, () => attempt(ctx, message));
    }
  } catch (error) {
    ctx.log.error({ error, account: lane.account }, 'messages of an address are left until the next look');
    await sleep(afterFailureMs, undefined, { signal: ctx.signal }).catch(() => {});
  }
}

async function attempt(ctx: JobContext, message: Message): Promise<void> {
  const { ports, now, signal } = ctx;
  const messageSender = ports.use(WebhookSender);
  const { message_id, url, body } = message;
  const at = now();
  const secrets = await signingSecrets(ports.db, ports.suppressionPepper, message, at);
  const headers = webhookHeaders(secrets, { id: message_id, sentAt: at, body });
  const result = await messageSender.send({ url, headers, body, signal });
  const made: NewAttempt = {
    at,
    status_code: 'status' in result ? result.status : null,
    failure: 'failure' in result ? result.failure : null,
    duration_ms: Math.round(result.ms),
  };
  currentSpan()?.set({
    'http.response.status_code': made.status_code ?? undefined,
    'error.type': made.failure ?? undefined,
  });
  await record(ctx, message, made);
  await report(ctx, message, made);
}

/** One transaction: the attempt, and the end of an endpoint that fails too long. The endpoint first, as its changes do. */
const record = ({ ports, phase, now }: JobContext, message: Message, made: NewAttempt): Promise<void> =>
  phase(async (inPhase) => {
    const off = await noteEndpoint(inPhase.db, message, made);
    await recordAttempt(inPhase.db, message, made);
    if (!off) return;
    const { account } = message;
    await endWaiting(inPhase.db, { account, endpoint: off.id }, made.at);
    const draft = switchedOffMail(off, ports.publicUrl());
    const about = `${off.id} ${made.at.toISOString()}`;
    await mailAccount({ ...inPhase, ports, now }, { account, type: 'webhooks', about, draft });
  });

const kind = 'webhook_undelivered';

/** The first failure is in the log. The last one opens an alert, which the account's next message closes. */
async function report({ ports: { db }, log }: JobContext, message: Message, made: NewAttempt): Promise<void> {
  const { account, message_id } = message;
  const reason = made.status_code === null ? made.failure : `HTTP ${made.status_code}`;
  if (isAccepted(made)) {
    await resolveAlert(db, { kind, subject: String(account) });
  } else if (isLast(message)) {
    const account_id = (await accountById(db, account))?.account_id;
    const details = { account_id, message: message_id, reason };
    await raiseAlert(db, { kind, subject: String(account), details });
  } else if (message.round_attempts === 1) {
    log.warn(
      { account, messageId: message_id, reason },
      'a webhook was not accepted and is sent again later',
    );
  }
}
