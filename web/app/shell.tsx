import { later } from '#web/shared/shell/later.tsx';
import { Shell } from '#web/shared/shell/shell.tsx';
import { routes } from './routes.ts';

const OpenPayments = later(() => import('./open-payments.tsx'));
const Campaigns = later(() => import('./campaigns.tsx'));
const Account = later(() => import('./account.tsx'));
const Palette = later(() => import('./palette/palette.tsx'));

export function AppShell() {
  return (
    <Shell name="Contactry" routes={routes} palette={Palette} banners={<Banners />} account={<Account />} />
  );
}

const Banners = () => (
  <>
    <OpenPayments />
    <Campaigns />
  </>
);
