import { openCustomer, requestsOfCustomer } from './customer.ts';
import { type Exchange, hangMs, type WireAnswer } from './exchange.ts';
import type { Asked, Judge } from './judge.ts';
import { sendRaw } from './raw-exchange.ts';
import { answerText, type Report } from './report.ts';
import type { FuzzRequest } from './request.ts';
import type { ServiceUnderFuzz } from './service-under-fuzz.ts';
import type { Suspects } from './suspects.ts';
import type { Made } from './ways/way.ts';

/** A whole run. */
export interface Campaign {
  seed: number;
  requests: number;
  /** Only this request, after those of the same customer before it; told in full. */
  only?: number;
  tell: (text: string) => void;
  onProgress?: (done: number, failed: number) => void;
  service: ServiceUnderFuzz;
  made: Made;
  exchange: Exchange;
  judge: Judge;
  report: Report;
  /** The requests under way by number, for the case that the service stalls. */
  pending: Map<number, FuzzRequest>;
  suspects: Suspects;
  /** As `FuzzOptions` has it. */
  stallMs?: number;
  /** Operations that have once given a good answer. */
  reached: Set<string>;
}

/** Customers at a time, each on a connection. */
export const customersAtOnce = 12;
/** The answers to bodies above this may be lost: a server that refuses early hangs up while the client still sends. */
const lossyBodyBytes = 64 * 1024;

/** Sends everything, and stops when the service is gone. */
export async function sendAll(campaign: Campaign): Promise<void> {
  const { only, requests, service } = campaign;
  const customers =
    only === undefined
      ? Array.from({ length: Math.ceil(requests / requestsOfCustomer) }, (_, which) => which)
      : [Math.floor(only / requestsOfCustomer)];
  const work = async () => {
    for (let which = customers.shift(); which !== undefined && !service.isGone(); which = customers.shift()) {
      await serveCustomer(campaign, which);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: customersAtOnce }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function serveCustomer(campaign: Campaign, which: number): Promise<void> {
  const { made, service, seed, only, requests, report, onProgress } = campaign;
  const customer = openCustomer({ made, seed, which });
  const first = which * requestsOfCustomer;
  const last = Math.min(first + requestsOfCustomer, only === undefined ? requests : only + 1);
  for (let number = first; number < last && !service.isGone(); number += 1) {
    const request = customer.request(number);
    const answer = await sendOne(campaign, number, request);
    if (answer && answer.status < 300) {
      if (request.endpoint && !request.raw) campaign.reached.add(request.endpoint.id);
      if (!request.raw) customer.learn(request, answer.body);
    }
    const { passed, failed } = report.counts();
    onProgress?.(passed + failed, failed);
  }
}

/** Sends it, judges every answer, and gives the last. */
async function sendOne(campaign: Campaign, number: number, request: FuzzRequest): Promise<WireAnswer | null> {
  const { service, judge, report, pending, suspects, stallMs = hangMs, tell, only } = campaign;
  const sent = sentText(request);
  const failed = async (fault: string, answer: WireAnswer | null) => {
    const logged = await service.loggedAbout(answer?.headers['x-request-id']);
    const kind = (request.raw ? null : request.endpoint?.id) ?? request.what;
    report.failed({ number, what: request.what, kind, fault, sent, answer, logged });
  };
  if (only === number) tell(`request ${number}, ${request.what}\n${sent}`);
  pending.set(number, request);
  const startedMs = performance.now();
  try {
    const answers = await answersTo(campaign, request);
    if (only === number) tell(answers.map(answerText).join('\n'));
    const asked = askedBy(request, sent);
    const faults = await Promise.all(
      answers.map(async (answer) => (await judge.faultOf(asked, answer)) ?? faultByMaker(request, answer)),
    );
    const worst = faults.findIndex((fault) => fault !== null);
    if (worst >= 0) await failed(faults[worst]!, answers[worst]!);
    else report.passed();
    return answers.at(-1) ?? null;
  } catch (error) {
    if ((request.wire.body?.length ?? 0) > lossyBodyBytes && isHangUp(error)) report.passed();
    else await failed((error as Error).message, null);
    return null;
  } finally {
    pending.delete(number);
    if (performance.now() - startedMs > stallMs) suspects.note(number, request);
  }
}

const answersTo = (
  { service, exchange }: Campaign,
  { raw, wire, copies }: FuzzRequest,
): Promise<WireAnswer[]> =>
  raw
    ? sendRaw(service.url, raw)
    : Promise.all(Array.from({ length: copies }, () => sentAgain(() => exchange.send(wire))));

/** A server may close a connection between two requests: a client then sends the second one again (RFC 9112 §9.3.1). */
async function sentAgain(send: () => Promise<WireAnswer>): Promise<WireAnswer> {
  try {
    return await send();
  } catch (error) {
    if (!isHangUp(error)) throw error;
    return send();
  }
}

/** Odd bytes may have spoiled what its maker relies on. */
const faultByMaker = ({ raw, faultIn }: FuzzRequest, answer: WireAnswer): string | null =>
  raw ? null : (faultIn?.(answer) ?? null);

const isHangUp = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');

const askedBy = (
  { endpoint, mayMissRoute, credentialFault, isForPages = false, wire, raw }: FuzzRequest,
  sent: string,
): Asked => ({
  endpoint,
  method: raw?.isHead ? 'HEAD' : wire.method,
  sent: `${sent}\n${decoded(wire.target)}`,
  mayMissRoute,
  credentialFault,
  isForPages,
});

/** As an answer may tell it. */
function decoded(target: string): string {
  try {
    return decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

/** As it goes over the wire. */
function sentText({ wire, raw }: FuzzRequest): string {
  if (raw) return Buffer.concat(raw.pieces).toString('latin1');
  const lines = Object.entries(wire.headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${wire.method} ${wire.target} HTTP/1.1`, ...lines].join('\r\n');
  return `${head}\r\n\r\n${wire.body?.toString() ?? ''}`;
}
