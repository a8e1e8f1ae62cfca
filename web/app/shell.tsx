import { session } from '#web/shared/session/session.ts';
import { later } from '#web/shared/shell/later.tsx';
import { Shell } from '#web/shared/shell/shell.tsx';
import { Copy } from '#web/shared/values/copy.tsx';
import { Campaigns } from './campaigns.tsx';
import { OpenPayments } from './open-payments.tsx';
import { routes } from './routes.ts';

const Palette = later(() => import('./palette/palette.tsx'));

export function AppShell() {
  return (
    <Shell name="Contactry" routes={routes} palette={Palette} banners={<Banners />} account={<AccountId />} />
  );
}

const Banners = () => (
  <>
    <OpenPayments />
    <Campaigns />
  </>
);

/** Support asks for it. */
function AccountId() {
  const id = session.value?.account_id;
  return id ? <Copy text={id} label="Copy account ID" /> : null;
}
