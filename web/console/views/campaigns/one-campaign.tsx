import { useFound } from '#web/console/parts/use-found.ts';
import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import { CampaignForm } from './campaign-form.tsx';
import type { Campaign } from './types.ts';

/** A campaign to be written or changed, beside what people will see. */
export default function OneCampaign({ campaign_id }: { campaign_id: string }) {
  const isNew = campaign_id === 'new';
  const found = useFound('GET /api/v1/admin/growth/campaigns', isNew ? null : campaign_id, ({ id }) => id);
  const campaign = found.value ?? null;
  const go = useGo();
  const onSaved = async ({ id, name }: Campaign) => {
    notify(`${name} is saved.`);
    if (isNew) go(`/console/campaigns/${id}`, true);
    else await found.reload();
  };
  return (
    <Page
      title={campaign?.name ?? (isNew ? 'New campaign' : 'Campaign')}
      intro={<a href="/console/campaigns">All campaigns</a>}
      actions={campaign && <Archive of={campaign} onDone={found.reload} />}
    >
      <Show of={found}>
        {() => {
          if (!campaign && !isNew) return <Empty title="There is no such campaign." />;
          if (campaign?.status === 'archived')
            return <Empty title="This campaign is archived, so it can’t be changed." />;
          return <CampaignForm key={campaign_id} of={campaign} onSaved={onSaved} />;
        }}
      </Show>
    </Page>
  );
}

interface ArchiveProps {
  of: Campaign;
  onDone: () => Promise<void>;
}

function Archive({ of: { id, name, status, promo_credits }, onDone }: ArchiveProps) {
  if (status === 'archived') return null;
  const archive = async () => {
    await api.call('POST /api/v1/admin/growth/campaigns/{campaign_id}/archive', {
      path: { campaign_id: id },
    });
    notify(`${name} is archived.`);
    await onDone();
  };
  const andItsPromo = promo_credits > 0 ? ' Its promo is switched off.' : '';
  return (
    <Action
      label="Archive"
      isDanger
      run={archive}
      confirm={{
        title: `Archive ${name}?`,
        text: `It is never shown again, and can’t be changed any more.${andItsPromo} You can’t undo this.`,
        act: 'Archive the campaign',
      }}
    />
  );
}
