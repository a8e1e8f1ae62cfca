import type { Answer } from '#client';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { countOf } from '#web/shared/values/count.tsx';

type Stats = Answer<'GET /api/v1/admin/directory/stats'>;

export function DirectoryCounts({ of: stats }: { of: Stats }) {
  return (
    <div class="grid">
      <Card title="Profiles">
        <Facts
          of={[
            ['Profiles', countOf(stats.profiles)],
            ['With an email', countOf(stats.with_email)],
            ['With a phone', countOf(stats.with_phone)],
            ['Suppressed values', countOf(sum(Object.values(stats.suppressions)))],
          ]}
        />
      </Card>
      <Card title="By network">
        <Counts
          of={stats.networks.map(({ network, profiles }) => [network, profiles])}
          none="No profiles yet."
        />
      </Card>
      <Card title="Emails by type">
        <Counts of={Object.entries(stats.emails)} none="No emails yet." />
      </Card>
    </div>
  );
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

function Counts({ of, none }: { of: [name: string, count: number][]; none: string }) {
  if (of.every(([, count]) => count === 0)) return <p>{none}</p>;
  return <Facts of={of.map(([name, count]) => [name, countOf(count)])} />;
}
