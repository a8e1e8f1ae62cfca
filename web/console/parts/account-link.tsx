import { addressOf } from './account-address.ts';

export function AccountLink({ id }: { id: string }) {
  return <a href={addressOf(id)}>{id}</a>;
}
