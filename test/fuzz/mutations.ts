import { bodyMutations } from './body-mutations.ts';
import type { Dice } from './dice.ts';
import type { Draft } from './draft.ts';
import { headerMutations } from './header-mutations.ts';
import type { Mutation } from './mutation.ts';
import { pathMutations, queryMutations } from './target-mutations.ts';

/** Applies one mutation, or now and then two, that fit the request. */
export function mutate(draft: Draft, dice: Dice): void {
  const count = dice.chance(0.2) ? 2 : 1;
  for (let at = 0; at < count; at += 1) {
    const [name, apply] = dice.pick(Object.entries(dice.pick(fitting(draft))));
    apply(draft, dice);
    draft.oddities.push(name);
  }
}

function fitting({ endpoint, json }: Draft): Readonly<Record<string, Mutation>>[] {
  const takesQuery = endpoint.parameters.some((parameter) => parameter.in === 'query');
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return [
    headerMutations,
    queryMutations,
    ...(takesQuery ? [queryMutations, queryMutations] : []),
    ...(isObject ? [bodyMutations, bodyMutations, bodyMutations] : []),
    ...(endpoint.path.includes('{') ? [pathMutations] : []),
  ];
}
