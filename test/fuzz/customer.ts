import { credentialFor } from './credentials.ts';
import { type Dice, openDice } from './dice.ts';
import type { Endpoint } from './document.ts';
import { sampleDraft, wireRequest } from './draft.ts';
import { hostileText } from './hostile-texts.ts';
import { openMemory } from './memory.ts';
import { mutate } from './mutations.ts';
import { rawCase } from './raw-cases.ts';
import { elsewhereRequest, type FuzzRequest, requestOf } from './request.ts';
import { agentsWay } from './ways/agents.ts';
import { filesWay } from './ways/files.ts';
import { pagesWay } from './ways/pages.ts';
import type { Made, Sender, Way } from './ways/way.ts';

/** Half of the customers send only what the document offers. */
const ways: readonly (((sender: Sender) => Way) | null)[] = [
  ...[null, null, null],
  ...[pagesWay, agentsWay, filesWay],
];

/** Requests that one customer sends one after the other; they alone may depend on each other's answers. */
export const requestsOfCustomer = 20;

export interface Customer {
  /** The request of this number, made from the seed, the number and what was learnt so far. */
  request(number: number): FuzzRequest;
  learn(request: FuzzRequest, answer: string): void;
}

export interface CustomerOptions {
  made: Made;
  seed: number;
  /** Which of the customers. */
  which: number;
}

export function openCustomer({ made, seed, which }: CustomerOptions): Customer {
  const {
    document: { endpoints },
    secrets,
  } = made;
  // A network of its own: some limits are those of a network.
  const address = `2001:db8:${(which % 65_536).toString(16)}::1`;
  const memory = openMemory(`fuzz-${seed}-${which}`, address);
  const theme = openDice(seed, 'customer', which).pick(endpoints).theme;
  const ofTheme = endpoints.filter((endpoint) => endpoint.theme === theme);
  const past: FuzzRequest[] = [];
  const openWay = openDice(seed, 'way', which).pick(ways);

  function fresh(dice: Dice, endpoint: Endpoint): FuzzRequest {
    const draft = sampleDraft(endpoint, dice, memory);
    const credential = credentialFor(endpoint.scheme, dice, memory, secrets);
    Object.assign(draft.headers, credential.headers);
    if (dice.chance(0.5)) mutate(draft, dice);
    return requestOf(draft, credential.fault);
  }

  /** The first request, so that there is an account with a key for the others. */
  function introduction(dice: Dice, endpoint: Endpoint): FuzzRequest {
    const draft = sampleDraft(endpoint, dice, memory);
    Object.assign(draft.headers, credentialFor(endpoint.scheme, dice, memory, secrets).headers);
    draft.json = {
      email: `${memory.account}@example.com`,
      account_id: memory.account,
      credits: dice.pick([0, 1, 2, 50, 50, 50]),
      rate_limit_per_min: dice.pick([2, 1000, 1000, 1000, 1000, 1000]),
      mode: dice.pick(['live', 'live', 'live', 'test']),
    };
    return requestOf(draft, null);
  }

  /** Something sent before: the same again, or another body under the same headers, such as `Idempotency-Key`. */
  function repeated(dice: Dice, earlier: FuzzRequest): FuzzRequest {
    const what = `${earlier.what}, again`;
    if (dice.chance(0.6) || !earlier.endpoint) return { ...earlier, what };
    const other = wireRequest(sampleDraft(earlier.endpoint, dice, memory));
    const { faultIn: _, ...others } = earlier;
    return { ...others, what: `${what} with another body`, wire: { ...earlier.wire, body: other.body } };
  }

  const way = openWay?.({ made, memory, fresh });

  function choose(dice: Dice, place: number): FuzzRequest {
    const keys = endpoints.find(({ id }) => id === 'keys.create-key');
    if (place === 0 && keys) return introduction(dice, keys);
    const opening = way?.opening[place - 1];
    if (opening) return opening(dice);
    if (way && dice.chance(0.8)) return ofWay(dice, way);
    return ofDocument(dice);
  }

  function ofWay(dice: Dice, { request }: Way): FuzzRequest {
    const made = request(dice);
    return dice.chance(0.04) ? oddBytes(dice, made) : made;
  }

  function ofDocument(dice: Dice): FuzzRequest {
    const endpoint = dice.pick(dice.chance(0.5) ? ofTheme : endpoints);
    if (dice.chance(0.06)) return oddBytes(dice, fresh(dice, endpoint));
    if (dice.chance(0.03)) return elsewhere(dice, memory.address);
    const repeatable = past.filter(({ raw }) => raw === null);
    if (repeatable.length > 0 && dice.chance(0.08)) return repeated(dice, dice.pick(repeatable));
    const request = fresh(dice, endpoint);
    if (!dice.chance(0.05)) return request;
    return { ...request, what: `${request.what}, three times at once`, copies: 3 };
  }

  return {
    request(number) {
      const request = choose(openDice(seed, number), number % requestsOfCustomer);
      past.push(request);
      return request;
    },
    learn({ endpoint }, answer) {
      if (/^[[{]/.test(answer) && endpoint?.answers.get(200)?.has('application/json')) {
        memory.remember(endpoint.theme, JSON.parse(answer));
      }
    },
  };
}

function oddBytes(dice: Dice, { endpoint, wire, isForPages = false }: FuzzRequest): FuzzRequest {
  const raw = rawCase(wire, dice);
  return { ...elsewhereRequest(raw.name, wire), endpoint, raw, isForPages };
}

const pages = [
  '/openapi.json',
  '/reference',
  '/reference/x',
  '/metrics',
  '/errors/not_found',
  '/errors/__proto__',
];
const nowhere = [
  '/favicon.ico',
  '/.env',
  '/api/v1/',
  '/api/v1/find/',
  '/internal',
  '//',
  '/%2e%2e/',
  '/api/v1/FIND',
];

/** An address that no operation has. */
function elsewhere(dice: Dice, address: string): FuzzRequest {
  const hostile = `/${encodeURIComponent(hostileText(dice).toWellFormed().slice(0, 2500))}`;
  const target = dice.pick([dice.pick(pages), dice.pick(nowhere), hostile]);
  const method = dice.pick(['GET', 'GET', 'POST', 'PATCH', 'DELETE']);
  return elsewhereRequest('no operation', {
    method,
    target,
    headers: { 'x-forwarded-for': address },
    body: null,
  });
}
