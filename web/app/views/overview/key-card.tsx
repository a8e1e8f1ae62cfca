import type { Answer } from '#client';
import { currentKeyOf } from '#web/app/views/key/current-key.ts';
import { KeyStatus } from '#web/app/views/key/key-status.tsx';
import { Show } from '#web/shared/answers/show.tsx';
import type { AnswerState } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';

export const KeyCard = ({
  of,
}: {
  of: AnswerState<Answer<'GET /internal/keys/by-account/{account_id}'>>;
}) => (
  <Card title="API key" actions={<a href="/app/key">Manage</a>}>
    <Show of={of}>
      {({ items }) => {
        const key = currentKeyOf(items);
        return key ? (
          <>
            <p>
              <code>{key.prefix}</code> <KeyStatus of={key} />
            </p>
            <p>{key.rate_limit_per_min} requests per minute</p>
          </>
        ) : (
          <p>
            You have none yet. <a href="/app/key">Create it</a>
          </p>
        );
      }}
    </Show>
  </Card>
);
