/** Vendors and customers' servers. They misbehave by the seed: slow, failing, broken off, or with an answer that is lost. */
import { createHmac } from 'node:crypto';
import type { Reply, Send } from '#dev/stand-ins/server.ts';
import type { Dice } from '../fuzz/dice.ts';
import type { Host } from './network.ts';

export const vendorOrigin = 'https://vendor.simulated.dev';
export const receiverOrigin = 'https://hooks.simulated.dev';

/** People Data Labs, which knows some people. It misbehaves in one of eight calls. */
export function openVendor(dice: Dice, known: ReadonlyMap<string, string>, onAsked: () => void): Host {
  return async ({ query }, send) => {
    onAsked();
    const profile = query.get('profile') ?? '';
    const email = known.get(profile);
    const kind = dice.below(24);
    if (kind === 0) return; // It never answers.
    if (kind === 1) return send(null);
    if (kind === 2) return send({ status: 500, body: 'upstream connect error' });
    const data = { full_name: 'simulated person', linkedin_url: profile, emails: [{ address: email }] };
    const found = {
      status: 200,
      headers: { 'x-call-credits-spent': '1' },
      body: { status: 200, likelihood: 9, data },
    };
    const missed = { status: 404, headers: { 'x-call-credits-spent': '0' }, body: { status: 404 } };
    return send(email ? found : missed);
  };
}

/** Customers' servers: each address fails a message at most twice, then takes it. */
export class Receiver {
  /** Accepted bodies by address, each once. */
  readonly accepted = new Map<string, Map<string, { type: string; data: Record<string, unknown> }>>();
  readonly forged: string[] = [];
  /** By address. */
  readonly secrets = new Map<string, string>();
  readonly #dice: Dice;
  readonly #failures = new Map<string, number>();

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  readonly host: Host = async ({ path, headers }, send, text) => {
    const id = String(headers['webhook-id']);
    const secret = this.secrets.get(path);
    if (secret && !isSigned(text, headers, secret)) this.forged.push(`${path} ${id}`);
    const failures = this.#failures.get(id) ?? 0;
    if (failures < 2 && this.#dice.below(8) === 0) {
      this.#failures.set(id, failures + 1);
      return this.#fail(send);
    }
    const of = this.accepted.get(path) ?? new Map();
    of.set(id, JSON.parse(text));
    this.accepted.set(path, of);
    // Taken, and the sender doesn't learn it: the message comes once more.
    const isLost = failures < 2 && this.#dice.below(30) === 0;
    if (isLost) this.#failures.set(id, failures + 1);
    return send(isLost ? null : { status: 204 });
  };

  #fail = (send: Send): Promise<void> =>
    send([null, { status: 500 }, { status: 302 } satisfies Reply][this.#dice.below(3)]!);
}

function isSigned(text: string, headers: Readonly<Record<string, unknown>>, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
