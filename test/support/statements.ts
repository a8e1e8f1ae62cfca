import pg from 'pg';

/** The job queue's statements and the listener's checks can occur at any time. */
const isOfNobody = (text: string) => text.includes('pgboss') || text === 'select 1';

/** The text of every statement that `work` sends, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const { prototype } = pg.Client as unknown as { prototype: { query: (...parts: unknown[]) => unknown } };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...parts: unknown[]) {
    const [first] = parts as [string | { text?: string }];
    const text = typeof first === 'string' ? first : (first?.text ?? '');
    if (!isOfNobody(text)) texts.push(text);
    return query.apply(this, parts);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return texts;
}
