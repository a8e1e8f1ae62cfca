import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { stepOfAlert } from './step-of-alert.ts';

/** The button that sees to an alert. Nothing where only a person outside of the console can. */
export function Step({ of }: { of: Parameters<typeof stepOfAlert>[0] }) {
  const step = stepOfAlert(of);
  if (!step) return null;
  if ('href' in step)
    return (
      <a class="button" href={step.href}>
        {step.text}
      </a>
    );
  const run = async () => {
    const { runs } = await api.call('POST /api/v1/admin/health/jobs/{job}/runs', {
      path: { job: step.job },
    });
    notify(
      runs > 0
        ? 'It runs in a moment. The alert closes when its cause is gone.'
        : 'None of its runs is left to try again.',
    );
  };
  return <Action label={step.text} run={run} />;
}
