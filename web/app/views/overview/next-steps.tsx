import type { Answer } from '#client';
import { Card } from '#web/shared/layout/card.tsx';
import './next-steps.css';

interface NextStepsProps {
  onboarding?: Answer<'GET /internal/identity/onboarding/status'>;
  plan?: Answer<'GET /internal/billing/plan/{account_id}'>;
  keys?: Answer<'GET /internal/keys/by-account/{account_id}'>;
  usage?: Answer<'GET /internal/usage/by-account/{account_id}'>;
}

interface Step {
  href: string;
  title: string;
  text: string;
  isDone: boolean;
}

/** The way from a new account to the first lookup. It goes away when everything is done. */
export default function NextSteps({ onboarding, plan, keys, usage }: NextStepsProps) {
  if (!onboarding || !plan || !keys || !usage) return null;
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
      isDone: plan.plan !== null,
    },
    {
      href: '/app/key',
      title: 'Create your API key',
      text: 'Your programs and agents use it.',
      isDone: keys.items.some(({ status }) => status === 'active'),
    },
    {
      href: '/app/look-up',
      title: 'Look someone up',
      text: 'Paste a link to a profile.',
      isDone: usage.total > 0,
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return next ? <StepList steps={steps} next={next} /> : null;
}

const StepList = ({ steps, next }: { steps: Step[]; next: Step }) => (
  <Card title="What to do next">
    <ol class="next-steps">
      {steps.map((step) => (
        <li
          key={step.title}
          class={step.isDone ? 'done' : undefined}
          aria-current={step === next ? 'step' : undefined}
        >
          {step.isDone ? <span>{step.title}</span> : <a href={step.href}>{step.title}</a>}
          <span class="small faint">{step.isDone ? 'Done' : step.text}</span>
        </li>
      ))}
    </ol>
  </Card>
);
