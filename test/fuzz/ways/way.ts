import type { Secrets } from '../credentials.ts';
import type { Dice } from '../dice.ts';
import type { ApiDocument, Endpoint, Schema } from '../document.ts';
import type { Memory } from '../memory.ts';
import type { FuzzRequest } from '../request.ts';

/** A tool that agents may call. */
export interface AgentTool {
  name: string;
  inputSchema: Schema;
  outputSchema: Schema;
}

/** All that requests are made from. */
export interface Made {
  document: ApiDocument;
  tools: readonly AgentTool[];
  /** Doors of the API that the pages of an app may call, as `GET /path`. */
  proxied: Readonly<Record<'app' | 'console', ReadonlySet<string>>>;
  secrets: Secrets;
}

/** One customer, as far as the makers of requests know it. */
export interface Sender {
  made: Made;
  memory: Memory;
  /** A request of this endpoint, half of them mutated. */
  fresh(dice: Dice, endpoint: Endpoint): FuzzRequest;
}

/** A way to reach the service that has requests of its own. */
export interface Way {
  /** The first requests, after the customer has got a key. */
  opening: readonly ((dice: Dice) => FuzzRequest)[];
  /** One of its requests. */
  request(dice: Dice): FuzzRequest;
}
