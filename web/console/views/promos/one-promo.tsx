import { useFound } from '#web/console/parts/use-found.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import type { Promo } from './promo-fields.tsx';
import { PromoForm } from './promo-form.tsx';

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
