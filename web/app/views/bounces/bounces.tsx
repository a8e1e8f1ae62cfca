import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { api, me } from '#web/shared/answers/api.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { Badge, type Tone } from '#web/shared/values/badge.tsx';
import { ReportForm } from './report-form.tsx';

type Result = Answer<'POST /internal/bounces'>['items'][number]['result'];
type Taken = { email: string; result: Result }[];
type Outcome = Answer<'GET /internal/bounces/{account_id}'>['items'][number]['outcome'];

const results: Record<Result, [tone: Tone, text: string]> = {
  accepted: ['good', 'Being checked'],
  reported_before: ['plain', 'Reported before'],
  not_found: ['warn', 'Not from a paid lookup'],
  limit_reached: ['warn', 'Too many today'],
};

const outcomes: Record<Outcome, [tone: Tone, text: string]> = {
  checking: ['plain', 'Being checked'],
  credited: ['good', 'Credit given back'],
  already_credited: ['plain', 'Lookup credited before'],
  still_valid: ['warn', 'Takes mail'],
  not_confirmed: ['warn', 'Not confirmed'],
  limit_reached: ['warn', 'Limit reached'],
  erased: ['plain', 'Person has left'],
};

/** Emails that came back. The emails themselves are kept by neither the page nor the service. */
export default function Bounces() {
  const list = useListing('GET /internal/bounces/{account_id}', { path: { account_id: me } });
  const [taken, take] = useState<Taken | null>(null);
  return (
    <Page title="Bounces">
      <ReportForm
        onReport={async (emails) => {
          const { items } = await api.call('POST /internal/bounces', { body: { account_id: me, emails } });
          take(items.map(({ result }, at) => ({ email: emails[at]!, result })));
          await list.reload();
        }}
      />
      {taken && (
        <Card title="Your report">
          <Table
            label="Your report"
            items={taken}
            keyOf={({ email }) => email}
            columns={[
              { title: 'Email', cell: ({ email }) => email },
              { title: 'Result', cell: ({ result }) => <State of={results[result]} /> },
            ]}
          />
        </Card>
      )}
      <Card title="Reports">
        <Listing
          label="Reports"
          of={list}
          keyOf={({ lookup_id, reported_at }) => `${lookup_id} ${reported_at}`}
          columns={[
            { title: 'Lookup', cell: ({ lookup_id }) => <code>{lookup_id}</code> },
            { title: 'Result', isBeside: true, cell: ({ outcome }) => <State of={outcomes[outcome]} /> },
            { title: 'Reported', cell: ({ reported_at }) => <Ago at={reported_at} /> },
          ]}
          empty={<Empty title="No reports yet." />}
        />
      </Card>
    </Page>
  );
}

const State = ({ of: [tone, text] }: { of: [tone: Tone, text: string] }) => <Badge tone={tone}>{text}</Badge>;
