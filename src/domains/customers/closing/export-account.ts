import { Readable } from 'node:stream';
import Type from 'typebox';
import { FileAnswer, FileOutput } from '#core/answers/file-answer.ts';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { accountByAccountId, closedAccount, setExported } from '#domains/accounts/index.ts';
import { AccountId } from '../accounts/show-account.ts';
import { notFound } from './closing.ts';
import { pageOfRows, type StoredData, storedDataOf } from './stored-rows.ts';

/** Clients take JSON as an answer to read; this is a file to save, which may be long. */
const contentType = 'application/octet-stream';

export const exportAccount = operation({
  id: 'customers.export-account',
  summary: 'Download everything that is stored about an account',
  description:
    'For its person, before the account is closed or when they ask for access. One JSON file with a member for each table, ' +
    'without secrets and without contacts of people who were looked up. The audit log keeps who downloaded it.',
  kind: 'process',
  share: 'reports',
  doors: [admin('GET', '/api/v1/admin/accounts/{account_id}/export')],
  roles: ['support'],
  input: Type.Object({ account_id: AccountId }),
  output: FileOutput,
  contentType,
  errors: ['not_found'],
  idempotency: 'none',

  async run(ctx, { account_id }) {
    const account =
      (await accountByAccountId(ctx.db, account_id)) ??
      (await closedAccount(ctx.db, account_id)) ??
      notFound(ctx, account_id);
    const at = ctx.now();
    await ctx.phase(async ({ db, audit }) => {
      await setExported(db, account.id, at);
      audit('account.exported', {
        account_id: account.account_id,
        before: null,
        after: { exported_at: at.toISOString() },
      });
    });
    const file = Readable.from(
      textOf(ctx, { account_id: account.account_id, at }, storedDataOf(ctx.ports, account)),
    );
    ctx.ports.heavyWork.keepOpen(`export of ${account.id}`, file);
    return new FileAnswer(`account-${account.account_id}.json`, contentType, file);
  },
});

const rowsPerPage = 500;

/** Reads a page when the one before has been sent. Stops when the client disconnects. */
async function* textOf(
  { ports, request: { signal } }: Pick<Context, 'ports' | 'request'>,
  { account_id, at }: { account_id: string; at: Date },
  stored: readonly StoredData[],
): AsyncGenerator<string> {
  const { reports } = ports.heavyWork;
  yield `{\n"account_id": ${JSON.stringify(account_id)},\n"exported_at": ${JSON.stringify(at)}`;
  for (const one of stored) {
    yield `,\n${JSON.stringify(one.table)}: {"what": ${JSON.stringify(one.declared.what)}, "rows": [`;
    let between = '\n';
    for (let after: string[] | null = null; ; ) {
      if (signal.aborted) return;
      const page = await reports.run(account_id, () =>
        pageOfRows(ports.heavyWork.db, one, after, rowsPerPage),
      );
      for (const row of page.rows) {
        yield between + JSON.stringify(row);
        between = ',\n';
      }
      if (page.next === null) break;
      after = page.next;
    }
    yield ']}';
  }
  yield '\n}\n';
}
