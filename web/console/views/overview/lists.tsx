import type { ListAlertsAnswer, ReportAllUsageAnswer } from '#client';
import type { AnswerState } from '#web/shared/answers/use-answer.ts';
import { OpenAlerts } from './open-alerts.tsx';
import { ByNetwork, TopAccounts } from './tables.tsx';

interface OverviewListsProps {
  usage: ReportAllUsageAnswer;
  alerts: AnswerState<ListAlertsAnswer>;
}

export default function OverviewLists({ usage, alerts }: OverviewListsProps) {
  return (
    <div class="side-by-side">
      <div class="stack">
        <OpenAlerts of={alerts} />
        <ByNetwork of={usage.by_network} />
      </div>
      <TopAccounts of={usage.top_accounts} />
    </div>
  );
}
