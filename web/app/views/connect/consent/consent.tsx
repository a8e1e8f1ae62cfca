import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { Note } from '#web/app/parts/note.tsx';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { ConsentForm } from './consent-form.tsx';
import { requestOf } from './request-of.ts';
import './consent.css';

type Consent = Answer<'POST /internal/connections/{account_id}/requests'>;

/** Where the program of an agent sends a person: whether it may act for their account. */
export default function AskConsent() {
  const [query] = useQuery();
  const body = requestOf(query);
  const consent = useAnswer('POST /internal/connections/{account_id}/requests', {
    path: { account_id: me },
    body,
  });
  const [isDone, setDone] = useState(false);
  const name = consent.value?.agent?.name;
  return (
    <Page title={name ? `Connect ${name}` : 'Connect an agent'}>
      <div class="consent">
        <Show of={consent}>
          {(value) => {
            if (isDone) return <Done of={value} />;
            return value.outcome === 'ask' ? (
              <ConsentForm of={value} request={body} onDone={() => setDone(true)} />
            ) : (
              <Refused of={value} />
            );
          }}
        </Show>
      </div>
    </Page>
  );
}

const Done = ({ of: { agent } }: { of: Consent }) => (
  <Card title={`${agent!.name} is connected`}>
    <Note isNews>
      <p>You can close this page.</p>
    </Note>
    <a href="/app/connect">Your connections</a>
  </Card>
);

const Refused = ({ of: { message, agent, return_url } }: { of: Consent }) => (
  <Empty title="This agent can’t be connected.">
    <p>{message}</p>
    {return_url ? (
      <a class="button" href={return_url} rel="noreferrer">
        Return to {agent!.sends_to ?? 'your program'}
      </a>
    ) : (
      <a class="button" href="/app/connect">
        Your connections
      </a>
    )}
  </Empty>
);
