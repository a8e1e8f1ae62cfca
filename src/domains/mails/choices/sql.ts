import type { Db } from '#core/context.ts';
import type { MailType } from '../account-mails/mail-types.ts';

/** The types that an account has switched off. */
export async function typesOff(db: Db, account: number): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('mail_choice').select('type').where('account', '=', account).execute();
  return new Set(rows.map(({ type }) => type));
}

export async function switchOff(db: Db, account: number, type: MailType, off_at: Date): Promise<void> {
  await db
    .insertInto('mail_choice')
    .values({ account, type, off_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function switchOn(db: Db, account: number, type: MailType): Promise<void> {
  await db.deleteFrom('mail_choice').where('account', '=', account).where('type', '=', type).execute();
}
