import { useGo } from '../../../shared/address.ts';
import { Empty } from '../../../shared/empty.tsx';
import { notify } from '../../../shared/notify.ts';
import { Page } from '../../../shared/page.tsx';
import { Show } from '../../../shared/show.tsx';
import { useFound } from '../../found.ts';
import { PromoForm } from './promo-form.tsx';
import type { Promo } from './types.ts';

/** A promo to be written or changed. */
export default function OnePromo({ code }: { code: string }) {
  const isNew = code === 'new';
  const found = useFound('GET /api/v1/admin/growth/promos', isNew ? null : code, (promo) => promo.code);
  const promo = found.value ?? null;
  const go = useGo();
  const onSaved = async (saved: Promo) => {
    notify(`${saved.code} is saved.`);
    if (isNew) go(`/console/promos/${saved.code}`, true);
    else await found.reload();
  };
  return (
    <Page
      title={isNew ? 'New promo' : code}
      intro={<a href="/console/promos">All promos</a>}
      actions={
        promo && (
          <a class="button" href={`/console/redemptions?code=${promo.code}`}>
            Who redeemed it
          </a>
        )
      }
    >
      <Show of={found}>
        {() =>
          promo || isNew ? (
            <PromoForm key={code} of={promo} onSaved={onSaved} />
          ) : (
            <Empty title="There is no such promo." />
          )
        }
      </Show>
    </Page>
  );
}
