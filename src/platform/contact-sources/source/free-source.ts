import type { SourceQuery } from './contact-collector.ts';
import { notApplicable, type Outcome } from './outcome.ts';
import { appliesTo, noCost, type Source, type SourceContext, type SourceDescription } from './source.ts';

/** The vendor-specific part of a free source. */
export interface FreePlace {
  description: SourceDescription;
  /** Conditions beyond the network and the wanted fields. */
  applies?: Source['applies'];
  /** Called only if the source applies. */
  look(context: SourceContext, asked: SourceQuery): Promise<Outcome>;
}

/** A source that costs nothing. */
export function openFreeSource({ description, look, ...place }: FreePlace): Source {
  const applies = place.applies ?? ((request) => appliesTo(description, request));
  return {
    ...description,
    applies,
    price: () => noCost,
    async lookup(context, request) {
      const fits = applies(request);
      if (!fits.applies) return notApplicable(fits.reason);
      return look(context, { source: description.id, request, at: context.clock.now() });
    },
  };
}
