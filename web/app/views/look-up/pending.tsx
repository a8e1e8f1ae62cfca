import type { FindAnswer } from '#client';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';
import { Progress } from '#web/shared/feedback/progress.tsx';
import { Card } from '#web/shared/layout/card.tsx';

export function Pending({ profile }: Pick<FindAnswer, 'profile'>) {
  return (
    <Card title="Asking sources">
      <p>
        <OutsideLink to={profile.url} />
      </p>
      <Progress label="Some sources take longer. The answer will appear here." />
      <p class="small">You can leave this page. The answer stays at this address for 24 hours.</p>
    </Card>
  );
}
