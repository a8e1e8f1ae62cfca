import type { Answer } from '#client';
import { percentOf } from '#web/console/views/sources/percent.ts';
import { Meter } from '#web/shared/feedback/meter.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { countOf } from '#web/shared/values/count.tsx';

export type SourceQuality = Answer<'GET /api/v1/admin/directory/quality'>['all'];

/** Fill rate, age and contradictions. */
export function QualityBars({ of }: { of: SourceQuality }) {
  return (
    <div class="grid">
      <Card title="Filled in">
        <Bar label="Email" part={of.with_email} whole={of.profiles} />
        <Bar label="Phone" part={of.with_phone} whole={of.profiles} />
        <Bar label="Link" part={of.with_link} whole={of.profiles} />
        <Bar label="Name" part={of.with_name} whole={of.profiles} />
        <Bar label="Company" part={of.with_company} whole={of.profiles} />
      </Card>
      <Card title="Last seen">
        {of.ages.map(({ days_max, values }, at) => (
          <Bar
            key={days_max}
            label={ageText(days_max, of.ages[at - 1]?.days_max ?? 0)}
            part={values}
            whole={of.values}
            tone={(days_max ?? Infinity) > 365 ? 'warn' : 'good'}
          />
        ))}
      </Card>
      <Card title="To check">
        <Bar
          label="Emails and phones on several profiles"
          part={of.duplicates}
          whole={of.addresses}
          tone="warn"
        />
        <Conflicts label="Names that differ between sources" of={of.name_conflicts} />
        <Conflicts label="Companies that differ between sources" of={of.company_conflicts} />
      </Card>
    </div>
  );
}

interface BarProps {
  label: string;
  part: number;
  whole: number;
  tone?: 'good' | 'warn';
}

function Bar({ label, part, whole, tone = 'good' }: BarProps) {
  const text = `${countOf(part)} · ${percentOf(whole === 0 ? null : part / whole)}`;
  return <Meter label={label} value={part} max={whole} text={text} tone={tone} />;
}

const Conflicts = ({ label, of }: { label: string; of: SourceQuality['name_conflicts'] }) => (
  <Bar label={label} part={of.differing} whole={of.compared} tone="warn" />
);

function ageText(daysMax: number | null, before: number): string {
  if (daysMax === null) return `More than ${before / 365} years ago`;
  if (before === 0) return `Within ${daysMax} days`;
  return `${before} to ${daysMax} days ago`;
}
