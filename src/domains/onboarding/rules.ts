/** In the order in which a dashboard asks for them. */
export const stepNames = ['email', 'whatsapp', 'business_profile'] as const;
export type StepName = (typeof stepNames)[number];

/** Whether each step is done, and whether it has to be. */
export type Steps = Readonly<Record<StepName, { done: boolean; required: boolean }>>;

export interface Progress {
  state: 'not_started' | 'in_progress' | 'complete';
  /** The steps that are done. */
  steps: StepName[];
  /** The steps that are required and not done. */
  missing: StepName[];
}

export function progressOf(all: Steps): Progress {
  const steps = stepNames.filter((name) => all[name].done);
  const missing = stepNames.filter((name) => all[name].required && !all[name].done);
  if (missing.length === 0) return { state: 'complete', steps, missing };
  return { state: steps.length > 0 ? 'in_progress' : 'not_started', steps, missing };
}
