import { counted } from '#web/shared/values/count.tsx';

/** A plan with its credits. A pack is named by them. */
export function offerName(name: string, credits: number, between = ', '): string {
  const counts = counted(credits, 'credit');
  return name === counts ? name : `${name}${between}${counts}`;
}
