import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { accountOf, keyOf } from '#core/access.ts';
import { bodiesOf, type Door, mayHaveBody } from '#core/door.ts';
import { Failure } from '#core/failure.ts';
import {
  type BodyBudget,
  freeBytes,
  holdBody,
  knownSenders,
  sendersWithoutPlan,
  unverifiedSenders,
} from '#core/input/held-bodies.ts';
import { parseJson } from '#core/input/parse-json.ts';
import type { Gate } from '#core/kernel.ts';
import type { PlanTier } from '#core/parts/plan-tier.ts';
import { collectBody, tooLarge } from '../../collect-body.ts';
import { callerAddress } from './caller-address.ts';

export const mediaType = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

/** Reads a body the way its door declares: parsed JSON or form, bytes, or the stream itself. */
export async function readBody(
  door: Door,
  request: FastifyRequest,
  payload: IncomingMessage,
  gate: Pick<Gate, 'tierOf'>,
): Promise<unknown> {
  if (!mayHaveBody(door)) return;
  const forms = bodiesOf(door);
  const type = mediaType(request);
  const form =
    forms[type] ??
    forms['*'] ??
    (type === '' || type.endsWith('+json') ? forms['application/json'] : undefined);
  if (!form) {
    throw new Failure('unsupported_media_type', {
      detail: `This address does not accept the content type '${type}'. Send ${Object.keys(forms).join(' or ')}.`,
    });
  }
  refuseEncoded(request);
  if (form === 'stream') return payload;
  const budget = budgetOf(door, request) ?? (await budgetOfNamed(request, gate));
  return collectBody(payload, {
    limitBytes: form === 'json' ? (door.jsonBytesMax ?? door.bodyBytesMax!) : door.bodyBytesMax!,
    hold: request.answering && holdBody(budget, senderOf(request), request.answering),
    parse: form === 'json' && door.fileInsteadOf ? objectOrFile : parsers[form],
  });
}

/** Compressed bodies are refused (RFC 9110 §15.5.16). A small one can expand to far more than the limit of its door. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return;
  throw new Failure('unsupported_media_type', {
    detail: `The body has the content encoding '${encoding}'. Send it uncompressed, without a Content-Encoding header.`,
    headers: { 'Accept-Encoding': 'identity' },
  });
}

/** The part of memory that a body may take. Null if the plan of an account that the dashboard names decides. */
function budgetOf(door: Door, request: FastifyRequest): BodyBudget | null {
  if (door.access === 'signed') return unverifiedSenders;
  const caller = request.admitted!.caller;
  const key = keyOf(caller);
  if (key) return budgetOfTier(key.tier);
  if (caller.kind === 'anonymous') return sendersWithoutPlan;
  const isFree = Number(request.headers['content-length']) <= freeBytes;
  return caller.kind === 'internal' && namedAccount(request) !== undefined && !isFree ? null : knownSenders;
}

const budgetOfNamed = async (request: FastifyRequest, gate: Pick<Gate, 'tierOf'>): Promise<BodyBudget> =>
  budgetOfTier(await gate.tierOf(namedAccount(request)!));

const budgetOfTier = (tier: PlanTier): BodyBudget => (tier === 'no_plan' ? sendersWithoutPlan : knownSenders);

const namedAccount = (request: FastifyRequest): string | undefined =>
  (request.params as { account_id?: string }).account_id;

/** The sender whose share a body counts against: the account of the credential or the path, if one is named. */
function senderOf(request: FastifyRequest): string {
  const caller = request.admitted!.caller;
  if (caller.kind === 'provider') return callerAddress(request);
  return accountOf(caller)?.account_id ?? namedAccount(request) ?? callerAddress(request);
}

const parsers = { json: parseJson, form: parseForm, raw: (bytes: Buffer) => bytes };

/** A JSON array is no request of ours, so it is a file. */
const objectOrFile = (bytes: Buffer): unknown =>
  /^\s*\[/.test(bytes.toString('latin1', 0, 100)) ? bytes : parseJson(bytes);

/** Refuses a body whose `Content-Length` is too large, before reading any of it. */
export function refuseTooLarge(door: Door, request: FastifyRequest): void {
  const limitBytes = door.bodyBytesMax!;
  if (!(Number(request.headers['content-length']) > limitBytes)) return;
  throw tooLarge(limitBytes, request.headers.expect === undefined ? {} : { Connection: 'close' });
}

/** The members of a form (`application/x-www-form-urlencoded`). Browsers send empty fields too; those count as absent. */
function parseForm(bytes: Buffer): Record<string, string> {
  const members = new URLSearchParams(bytes.toString('utf8'));
  return Object.fromEntries([...members].filter(([, value]) => value !== ''));
}
