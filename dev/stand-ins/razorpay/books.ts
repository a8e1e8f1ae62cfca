import { randomBase62 } from '#core/ids.ts';

/** One of Razorpay's entities, as its API shows it. */
export type Entity = Record<string, unknown> & { id: string };

/** The stand-in's state, in memory. Maps keep the order in which entities were made. */
export interface Books {
  orders: Map<string, Entity>;
  payments: Map<string, Entity>;
  refunds: Map<string, Entity>;
  plans: Map<string, Entity>;
  subscriptions: Map<string, Entity>;
  invoices: Map<string, Entity>;
  disputes: Map<string, Entity>;
  customers: Map<string, Entity>;
  /** The first refund request with each key. */
  idempotencyKeys: Map<string, { request: string; refund: Entity }>;
  /** Unix seconds. */
  seconds(): number;
}

export const openBooks = (now: () => Date): Books => ({
  orders: new Map(),
  payments: new Map(),
  refunds: new Map(),
  plans: new Map(),
  subscriptions: new Map(),
  invoices: new Map(),
  disputes: new Map(),
  customers: new Map(),
  idempotencyKeys: new Map(),
  seconds: () => Math.floor(now().getTime() / 1000),
});

/** Ids have a prefix and 14 characters. */
export const newEntityId = (prefix: string): string => `${prefix}_${randomBase62(14)}`;

export const kept = (entities: Map<string, Entity>, entity: Entity): Entity => {
  entities.set(entity.id, entity);
  return entity;
};

/** Razorpay shows empty notes as a list. */
export const notesOf = (given: unknown): unknown => {
  const isEmpty = typeof given !== 'object' || given === null || Object.keys(given).length === 0;
  return isEmpty ? [] : given;
};
