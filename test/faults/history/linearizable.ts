/**
 * Whether a history of concurrent calls on one object has an order in which a sequential model gives the same results, and in which
 * no call comes before another that had returned before it was invoked. Wing and Gong's search with Lowe's memory of the
 * configurations that led nowhere, as in Porcupine.
 */
export interface Call<Operation> {
  operation: Operation;
  invoked: number;
  /** Infinity: never answered. Such a call takes effect at any time after its invocation, or never. */
  returned: number;
}

export interface Model<State, Operation> {
  start: State;
  /** The state afterwards, or null if the operation can't have this result in this state. */
  step(state: State, operation: Operation): State | null;
  /** The same for operations that do the same. */
  kindOf(operation: Operation): string;
  /** Whether it has its result in one state alone. */
  showsState(operation: Operation): boolean;
}

export type Verdict<Operation> =
  | { isLinearizable: true; configurations: number }
  /** The longest order that was found, by its length, and the calls of which none can be the next. */
  | { isLinearizable: false; configurations: number; ordered: number; next: Call<Operation>[] };

interface Step<State> {
  taken: Candidate;
  after: State;
}

export function checkLinearizable<State extends string | number, Operation>(
  model: Model<State, Operation>,
  history: readonly Call<Operation>[],
): Verdict<Operation> {
  const order = openOrder(model, history);
  const seen = new Set<string>();
  const path: { before: State; taken: Candidate; left: Step<State>[] }[] = [];
  let longest: { ordered: number; next: Call<Operation>[] } = { ordered: -1, next: [] };
  let state = model.start;
  let left = stepsFrom(state, model, order);
  while (!order.isComplete()) {
    const step = left.shift();
    if (step === undefined) {
      if (order.length() > longest.ordered)
        longest = { ordered: order.length(), next: order.candidates().map(order.callOf) };
      const back = path.pop();
      if (!back) return { isLinearizable: false, configurations: seen.size, ...longest };
      order.putBack(back.taken);
      state = back.before;
      left = back.left;
      continue;
    }
    order.take(step.taken);
    const configuration = `${order.key()} ${step.after}`;
    if (seen.has(configuration)) order.putBack(step.taken);
    else {
      seen.add(configuration);
      path.push({ before: state, taken: step.taken, left });
      state = step.after;
      left = stepsFrom(state, model, order);
    }
  }
  return { isLinearizable: true, configurations: seen.size };
}

/**
 * The calls that can be next. Left out is what can as well come later: all but one call that is possible and changes nothing;
 * and a call with the same effect as one that returned before it and is possible in this state alone, because the two can
 * change places.
 */
function stepsFrom<State, Operation>(
  state: State,
  { step, showsState }: Model<State, Operation>,
  { candidates, callOf }: Order<Operation>,
): Step<State>[] {
  const steps: Step<State>[] = [];
  const shown = new Map<State, number>();
  for (const taken of candidates()) {
    const { operation, returned } = callOf(taken);
    const after = step(state, operation);
    if (after === null) continue;
    if (after === state && showsState(operation)) return [{ taken, after }];
    steps.push({ taken, after });
    if (showsState(operation)) shown.set(after, Math.min(shown.get(after) ?? Infinity, returned));
  }
  return steps.filter(({ taken, after }) => callOf(taken).returned <= (shown.get(after) ?? Infinity));
}

/** The place of an answered call in the order of invocations, or the kind of the unanswered one that is next. */
type Candidate = number | string;
type Order<Operation> = ReturnType<typeof openOrder<unknown, Operation>>;

/** Which calls have been put in order so far, and which can be next. */
function openOrder<State, Operation>(
  { kindOf }: Model<State, Operation>,
  history: readonly Call<Operation>[],
) {
  const byInvocation = history.toSorted((one, other) => one.invoked - other.invoked);
  const calls = byInvocation.filter(({ returned }) => returned < Infinity);
  // If several do the same, only the first is tried.
  const unanswered = Map.groupBy(
    byInvocation.filter(({ returned }) => returned === Infinity),
    ({ operation }) => kindOf(operation),
  );
  /** All calls before it are in the order. */
  let first = 0;
  /** Those behind it that are in the order, too. They overlap with it, so they are few. */
  const ahead = new Set<number>();
  const takenOf = new Map([...unanswered.keys()].map((kind) => [kind, 0]));
  let length = 0;

  function candidates(): Candidate[] {
    const found: Candidate[] = [];
    let returnedMin = Infinity;
    for (let at = first; at < calls.length && calls[at]!.invoked <= returnedMin; at += 1) {
      if (ahead.has(at)) continue;
      found.push(at);
      returnedMin = Math.min(returnedMin, calls[at]!.returned);
    }
    // Last, because most of them had no effect.
    for (const [kind, all] of unanswered) {
      const next = all[takenOf.get(kind)!];
      if (next && next.invoked <= returnedMin) found.push(kind);
    }
    return found;
  }
  return {
    candidates,
    callOf: (one: Candidate): Call<Operation> =>
      typeof one === 'number' ? calls[one]! : unanswered.get(one)![takenOf.get(one)!]!,
    take(one: Candidate): void {
      length += 1;
      if (typeof one === 'string') return void takenOf.set(one, takenOf.get(one)! + 1);
      ahead.add(one);
      while (ahead.delete(first)) first += 1;
    },
    putBack(one: Candidate): void {
      length -= 1;
      if (typeof one === 'string') return void takenOf.set(one, takenOf.get(one)! - 1);
      for (; first > one; first -= 1) ahead.add(first - 1);
      ahead.delete(one);
    },
    key: () => `${first}:${[...ahead].sort((one, other) => one - other)}:${[...takenOf.values()]}`,
    length: () => length,
    isComplete: () => first === calls.length,
  };
}
