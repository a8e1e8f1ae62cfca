import { Moment } from '#web/shared/values/time.tsx';

const days = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long' });

export const dayOf = (at: string): string => days.format(new Date(at));

/** A day in the reader's zone, for sentences. The moment itself is shown by hover. */
export const Day = ({ at }: { at: string | null }) => (at ? <Moment at={at}>{dayOf(at)}</Moment> : <>–</>);
