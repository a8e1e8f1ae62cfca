import type { Books, Entity } from '../books.ts';
import { unknownId } from '../refusal.ts';

/** What every act works with: the books, and a way to send webhook events. */
export interface Stage {
  books: Books;
  /** Sends an event with the entities as they are now. */
  tell(event: string, entities: Record<string, unknown>): Promise<void>;
}

export type Act = (id: string) => Promise<Entity>;

export function named(entities: Map<string, Entity>, id: string): Entity {
  const entity = entities.get(id);
  if (!entity) throw unknownId();
  return entity;
}
