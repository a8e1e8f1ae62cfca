/** What the queue needs of a pool. */
export interface QueuePool {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}
