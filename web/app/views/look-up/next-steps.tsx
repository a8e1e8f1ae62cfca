import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Icon } from '#web/shared/values/icon.tsx';
import './next-steps.css';

interface Step {
  href: string;
  title: string;
  text: string;
  isDone: boolean;
}

/** The steps from a new account to its first paid lookup. Nothing when all are done. */
export default function NextSteps() {
  const { value: onboarding } = useAnswer('GET /internal/identity/onboarding/status', {
    query: { account_id: me },
  });
  const { value: standing } = useAnswer('GET /internal/billing/plan/{account_id}', {
    path: { account_id: me },
  });
  if (!onboarding || !standing) return null;
  const { missing } = onboarding;
  const steps: Step[] = [
    {
      href: '/app/onboarding',
      title: 'Add your business profile',
      text: 'Your name and address for invoices.',
      isDone: !missing.includes('business_profile') && !missing.includes('email'),
    },
    {
      href: '/app/onboarding',
      title: 'Confirm your WhatsApp number',
      text: 'We send you a code of six digits.',
      isDone: !missing.includes('whatsapp'),
    },
    {
      href: '/app/plans',
      title: 'Choose a plan',
      text: 'Each month adds credits. A lookup that finds a person costs one.',
      isDone: standing.plan !== null,
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return next ? <StepList steps={steps} next={next} /> : null;
}

const StepList = ({ steps, next }: { steps: Step[]; next: Step }) => (
  <Card
    title={`Set up your account (${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done)`}
  >
    <ol class="next-steps">
      {steps.map((step) => (
        <li
          key={step.title}
          class={step.isDone ? 'done' : undefined}
          aria-current={step === next ? 'step' : undefined}
        >
          {step.isDone ? <Icon of="check" /> : <span class="ring" />}
          {step.isDone ? <span>{step.title}</span> : <a href={step.href}>{step.title}</a>}
          <span class="small faint">{step.isDone ? 'Done' : step.text}</span>
        </li>
      ))}
    </ol>
  </Card>
);
