import Type, { type TInteger } from 'typebox';

/** Decides an account's limits. `plan`: it has a plan or a pack. `enterprise`: one with priority. */
export const planTiers = ['no_plan', 'plan', 'enterprise'] as const;
export type PlanTier = (typeof planTiers)[number];

/** The shape of a setting that has a number for each tier. */
export const byTier = (number: TInteger) =>
  Type.Object({ no_plan: number, plan: number, enterprise: number }, { additionalProperties: false });
