import { groupedInIndia } from '#values/money.ts';
import { agentPlansOf, listOf } from '../agent-access-copy.ts';
import type { Plan } from '../plans.ts';
import { priceRangeOf } from './texts.ts';

/** Answers that name prices and limits take them from the plans. */
export const faqsOf = (monthly: readonly Plan[], packs: readonly Plan[]) => [
  {
    question: 'What does a lookup cost?',
    answer:
      'One credit, and only if it finds an email address or a phone number. You pay nothing for a miss, for a failure, or when only links are found.',
  },
  {
    question: 'Is there a free plan or a trial?',
    answer: `No. The monthly plans cost ${priceRangeOf(monthly)}, and you can cancel at any time.`,
  },
  {
    question: 'What happens to credits that I do not use?',
    answer:
      'Monthly credits expire at the end of each billing period and do not roll over. Credits from a top-up pack are valid for one year. The credits that expire soonest are spent first.',
  },
  {
    question: 'Can I buy more credits during the month?',
    answer:
      packs.length === 0
        ? 'Not now. A higher plan has more credits.'
        : `Yes, if you have an active monthly plan. Top-up packs have ${listOf(packs.map(({ credits }) => groupedInIndia(credits)))} credits.`,
  },
  {
    question: 'Can I change my plan?',
    answer:
      'You can move to a higher plan at any time, and your valid credits stay. To move to a lower plan, contact us.',
  },
  {
    question: 'What happens when I cancel?',
    answer:
      'You are not charged again. You can use your monthly credits until the period ends, and other credits until they expire.',
  },
  {
    question: 'Do you give refunds?',
    answer:
      'Prepaid fees are not refunded. If your bank or card was charged twice for the same purchase, we return the second payment.',
  },
  {
    question: 'How many requests can I send?',
    answer: `Per minute: ${listOf(monthly.map(({ name, rate_limit_per_min }) => `${rate_limit_per_min} on ${name}`))}.${packRateOf(monthly, packs)} The live keys that you create share this limit, and your test keys have one like it. Repeated violations ban the key.`,
  },
  {
    question: 'Can my AI agent use it?',
    answer: agentAnswerOf(monthly),
  },
  {
    question: 'Do I get a GST invoice?',
    answer:
      'Yes, for every payment. Prices are in Indian rupees and include GST. Enter your GSTIN in your business profile before you pay, and the invoice carries it.',
  },
  {
    question: 'Where do the contacts come from?',
    answer:
      'Every value names the sources where it was seen, and when. Addresses are never guessed. People can ask not to be listed.',
  },
];

/** A key has the best rate of its account's plans and packs. */
function packRateOf(monthly: readonly Plan[], packs: readonly Plan[]): string {
  const rate = Math.max(0, ...packs.map(({ rate_limit_per_min }) => rate_limit_per_min));
  const isHigher = monthly.some(({ rate_limit_per_min }) => rate_limit_per_min < rate);
  return isHigher ? ` With a top-up pack it is at least ${rate}, until the pack expires.` : '';
}

function agentAnswerOf(monthly: readonly Plan[]): string {
  const included = agentPlansOf(monthly);
  return included
    ? `Yes, with ${included}. Agents connect over the Model Context Protocol (MCP) and use the same key and credits.`
    : 'Not now: no monthly plan includes agent access (MCP). Programs can use the REST API.';
}
