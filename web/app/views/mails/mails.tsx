import type { Answer } from '#client';
import { Note } from '#web/app/parts/note.tsx';
import { api, me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { badgeOf } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Choices = Answer<'GET /internal/mails/{account_id}'>;
type Choice = Choices['types'][number];

const State = badgeOf<'on' | 'off'>({ on: ['On', 'good'], off: ['Off', 'plain'] });

/** The types of mail that the account gets, with a switch for those that may be off. */
export default function Mails() {
  const choices = useAnswer('GET /internal/mails/{account_id}', { path: { account_id: me } });
  const turn = async ({ type, title, on }: Choice) => {
    const body = { type: type as 'jobs' | 'keys', on: !on };
    await api.call('PATCH /internal/mails/{account_id}', { path: { account_id: me }, body });
    notify(on ? `${title}: off.` : `${title}: on.`);
    await choices.reload();
  };
  return (
    <Page title="Mails" intro="Choose which mails you get.">
      <Show of={choices}>
        {(shown) => (
          <>
            <Where of={shown} />
            <Table
              label="Types of mail"
              items={shown.types}
              keyOf={({ type }) => type}
              columns={[
                { title: 'Type', cell: ({ title }) => title },
                { title: 'State', cell: ({ on }) => <State of={on ? 'on' : 'off'} /> },
                { title: 'You get a mail for', cell: ({ says }) => says },
                {
                  title: 'Action',
                  cell: (choice) =>
                    choice.always ?? (
                      <Action label={choice.on ? 'Switch off' : 'Switch on'} run={() => turn(choice)} />
                    ),
                },
              ]}
            />
          </>
        )}
      </Show>
    </Page>
  );
}

function Where({ of: { email, is_sending, stopped_at } }: { of: Choices }) {
  if (!is_sending)
    return <Note tone="warn">This service sends no mails yet. Your choices count once it does.</Note>;
  if (email === null) return <Note tone="warn">Your account has no email, so you get no mails.</Note>;
  if (stopped_at === null) return <p>Mails go to {email}.</p>;
  return (
    <Note tone="warn">
      {email} has got no mails since <Time at={stopped_at} />, because one was refused or came back. Ask
      support to try again, or to change your email.
    </Note>
  );
}
