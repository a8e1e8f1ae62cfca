import { addressOf } from './account-address.ts';

/** Leads to an account, by its id or by what else it is known as. */
export function AccountLink({ id, text }: { id: string; text?: string | null }) {
  return <a href={addressOf(id)}>{text ?? id}</a>;
}
