import { Copy } from '../shared/copy.tsx';
import { session } from '../shared/session.ts';
import { Shell } from '../shared/shell.tsx';
import { Campaigns } from './campaigns.tsx';
import { routes } from './routes.ts';

export function AppShell() {
  return <Shell name="Contactry" routes={routes} banners={<Campaigns />} account={<AccountId />} />;
}

/** What support asks for. */
function AccountId() {
  const id = session.value?.account_id;
  return id ? <Copy text={id} label="Copy account ID" /> : null;
}
