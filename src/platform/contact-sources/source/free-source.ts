import type { Asked } from './gathering.ts';
import { notApplicable, type Outcome } from './outcome.ts';
import {
  appliesTo,
  freeOfCharge,
  type Source,
  type SourceContext,
  type SourceDescription,
} from './source.ts';

/** What one place does its own way. */
export interface FreePlace {
  description: SourceDescription;
  /** Where more is asked for than a network and something wanted. */
  applies?: Source['applies'];
  /** Only called for what applies. */
  look(context: SourceContext, asked: Asked): Promise<Outcome>;
}

/** A source that costs nothing. */
export function openFreeSource({ description, look, ...place }: FreePlace): Source {
  const applies = place.applies ?? ((request) => appliesTo(description, request));
  return {
    ...description,
    applies,
    price: () => freeOfCharge,
    async lookup(context, request) {
      const fits = applies(request);
      if (!fits.applies) return notApplicable(fits.reason);
      return look(context, { source: description.id, request, at: context.clock.now() });
    },
  };
}
