import { type MemberFault, memberFault } from '#core/failure.ts';
import { faultsOfTexts } from '../faults.ts';
import { codeProblem } from '../promos/rules.ts';
import { colourProblem, lineProblem, linkProblem, paragraphsProblem } from '../texts.ts';
import { type GivenWindow, readWindow, stateOf, type Window, windowFaults } from '../window.ts';

/** The statuses that an operator may ask for. Whether a campaign is scheduled, active or ended follows from its dates. */
export const askedStatuses = ['draft', 'scheduled', 'active', 'ended'] as const;
export type AskedStatus = (typeof askedStatuses)[number];
export const campaignStatuses = [...askedStatuses, 'archived'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export interface Stage extends Window {
  is_published: boolean;
  archived_at: Date | null;
}

const statusInState = { before: 'scheduled', within: 'active', after: 'ended' } as const;

export function statusOf(stage: Stage, now: Date): CampaignStatus {
  if (stage.archived_at) return 'archived';
  return stage.is_published ? statusInState[stateOf(stage, now)] : 'draft';
}

/** The dates of a body. One that is to end ends now, unless it has ended before. Null if it hasn't started. */
export function askedWindow(body: GivenWindow & { status: AskedStatus }, now: Date): Window | null {
  const window = readWindow(body);
  if (body.status !== 'ended') return window;
  if (window.starts_at && window.starts_at >= now) return null;
  return { ...window, ends_at: stateOf(window, now) === 'after' ? window.ends_at : now };
}

const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const slugLengthMax = 80;

const orEmpty = (problemOf: (text: string) => string | null) => (text: string) =>
  text === '' ? null : problemOf(text);

const problems = {
  slug: orEmpty((text) =>
    slugForm.test(text)
      ? null
      : 'Value should be lower-case letters and digits, with single dashes between them',
  ),
  name: (text: string) => lineProblem(text) ?? (text.trim() === '' ? 'Value should not be blank' : null),
  banner_text: lineProblem,
  banner_href: linkProblem,
  banner_cta: lineProblem,
  banner_bg: colourProblem,
  banner_fg: colourProblem,
  modal_title: lineProblem,
  modal_body: paragraphsProblem,
  modal_image_url: linkProblem,
  modal_cta_label: lineProblem,
  modal_cta_href: linkProblem,
  modal_secondary_label: lineProblem,
  modal_secondary_href: linkProblem,
  promo_code: orEmpty(codeProblem),
  promo_message: lineProblem,
};

type Given = Readonly<Record<string, unknown>>;

/** Members that make no sense without another one, and that other one. */
const needs: readonly [member: string, needed: string, isUsed: (given: Given) => boolean][] = [
  ['starts_at', 'status scheduled', ({ status, starts_at }) => status === 'scheduled' && starts_at === ''],
  ['banner_text', 'banner_enabled', (given) => given.banner_enabled === true && given.banner_text === ''],
  ['banner_href', 'banner_cta', (given) => isText(given.banner_cta) && given.banner_href === ''],
  [
    'modal_title',
    'modal_enabled',
    (given) => given.modal_enabled === true && given.modal_title === '' && given.modal_body === '',
  ],
  [
    'modal_cta_href',
    'modal_cta_label',
    (given) => isText(given.modal_cta_label) && given.modal_cta_href === '',
  ],
  [
    'modal_cta_label',
    'modal_cta_href',
    (given) => isText(given.modal_cta_href) && given.modal_cta_label === '',
  ],
  [
    'modal_secondary_label',
    'modal_secondary_href',
    (given) => isText(given.modal_secondary_href) && given.modal_secondary_label === '',
  ],
  ['promo_code', 'promo_credits', (given) => isCount(given.promo_credits) && given.promo_code === ''],
  ['promo_credits', 'promo_max_uses', (given) => isCount(given.promo_max_uses) && given.promo_credits === 0],
  ['promo_credits', 'promo_message', (given) => isText(given.promo_message) && given.promo_credits === 0],
];

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isCount = (value: unknown): boolean => typeof value === 'number' && value > 0;

/** Every fault that the shape can't express. */
export const campaignFaults = (given: Given): MemberFault[] => [
  ...faultsOfTexts(given, problems),
  ...windowFaults(given),
  ...needs
    .filter(([, , isMissing]) => isMissing(given))
    .map(([member, because]) => memberFault(member, `Value is required with ${because}`)),
];
