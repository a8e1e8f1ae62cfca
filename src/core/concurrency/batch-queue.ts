/** The queue is full. The refused call had no effect. */
export class BatchOverflow extends Error {
  constructor(waiting: number) {
    super(`${waiting} calls are already waiting`);
    this.name = 'BatchOverflow';
  }
}

export interface BatchQueue<Call> {
  size(): number;
  /** When the queue is full, rejects this call, or the one it replaces, with `BatchOverflow`. */
  add(call: Call, hasPriority: boolean): void;
  /** The calls of the next statement. */
  takeNext(): Call[];
  takeAll(): Call[];
}

/**
 * Calls with priority go first. When the queue is full, they take the place of the newest call without. A fifth of every
 * statement and of the queue stays with the others, so that no flood of priority calls can shut them out.
 */
export function openBatchQueue<Call extends { reject(error: unknown): void }>({
  sizeMax,
  queueMax,
}: {
  sizeMax: number;
  queueMax: number;
}): BatchQueue<Call> {
  const first: Call[] = [];
  const others: Call[] = [];
  const size = () => first.length + others.length;
  const withoutShare = (max: number) => max - Math.ceil(max / 5);

  return {
    size,
    add(call, hasPriority) {
      const isFull = size() >= queueMax;
      if (hasPriority ? first.length >= withoutShare(queueMax) : isFull)
        return call.reject(new BatchOverflow(size()));
      if (isFull) others.pop()!.reject(new BatchOverflow(size()));
      (hasPriority ? first : others).push(call);
    },
    takeNext() {
      if (first.length === 0) return others.splice(0, sizeMax);
      const taken = first.splice(0, Math.max(withoutShare(sizeMax), sizeMax - others.length));
      return taken.concat(others.splice(0, sizeMax - taken.length));
    },
    takeAll: () => [...first.splice(0), ...others.splice(0)],
  };
}
