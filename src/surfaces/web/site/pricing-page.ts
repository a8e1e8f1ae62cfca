import type { PriceList } from '#client';
import { html, listed, type Markup } from '#core/answers/page-view.ts';
import type { SitePage } from './site-document.ts';

type Plan = PriceList['monthly_plans'][number];
type Cells = Readonly<Record<PriceList['comparison'][number]['id'], (plan: Plan) => Markup | string>>;

const grouped = new Intl.NumberFormat('en-IN');

/** Plans beside each other, cheapest first. */
export const plansPart = (plans: readonly Plan[]): Markup => html`<ul class="plans">
${listed(
  plans.map(
    (plan) => html`<li class="${plan.highlighted ? 'plan chosen' : 'plan'}">
<h3>${plan.name}</h3>
<p class="price"><span>${plan.amount_display}</span> a month</p>
<p class="faint">${plan.description}</p>
<ul class="ticks">
<li>${grouped.format(plan.credits)} credits per month</li>
<li>${String(plan.rate_limit_per_min)} requests per minute</li>
${plan.mcp ? html`<li>Agent access (MCP)</li>` : null}
${plan.priority_processing ? html`<li>Priority lane</li>` : null}
</ul>
<a class="${plan.highlighted ? 'button primary' : 'button'}" href="/app/plans?plan=${plan.id}">Choose ${plan.name}</a>
</li>
`,
  ),
)}</ul>`;

export function pricingPage(list: PriceList): SitePage {
  const { copy, notes, monthly_plans, topup_packs, credit_costs, faqs } = list;
  return {
    title: 'Pricing · Contactry',
    description: copy.seo_description,
    under: '/pricing',
    kind: 'pricing',
    main: html`<div class="lead">
<h1>Pricing</h1>
<p>${copy.pricing_page_description}</p>
<p class="faint">${copy.pricing_intro} ${copy.inr_feature}.</p>
</div>
<h2 class="unseen">Monthly plans</h2>
${plansPart(monthly_plans)}
${enterprisePart(list)}
<section aria-labelledby="costs"><h2 id="costs">What a lookup costs</h2>
<p>${credit_costs.note}</p></section>
${topup_packs.length === 0 ? null : packsPart(topup_packs, copy.billing_shop_blurb, notes.topup_requires_plan)}
${comparisonPart(list)}
<section aria-labelledby="rules"><h2 id="rules">The rules</h2>
<ul class="rules">${listed(Object.values(notes).map((note) => html`<li>${note}</li>`))}</ul></section>
<section aria-labelledby="questions"><h2 id="questions">Questions</h2>
<dl class="questions">${listed(
      faqs.map(
        ({ question, answer }) => html`<div><dt>${question}</dt><dd>${answer}</dd></div>
`,
      ),
    )}</dl></section>`,
  };
}

/** Plans that are sold by agreement. */
function enterprisePart({ all_monthly_plans, contact }: PriceList): Markup {
  const plans = all_monthly_plans.filter((plan) => !plan.public);
  const link = contact.href
    ? html`<a class="button" href="${contact.href}">${contact.label}</a>`
    : html`<span>${contact.label}</span>`;
  return listed(
    plans.map(
      (plan) => html`<section class="enterprise" aria-label="${plan.name}"><div><h2>${plan.name}</h2>
<p class="faint">${plan.description} ${String(plan.rate_limit_per_min)} requests per minute${plan.priority_processing ? ', with a priority lane' : null}.</p></div>
${link}</section>`,
    ),
  );
}

const packsPart = (
  packs: readonly Plan[],
  ...texts: string[]
): Markup => html`<section aria-labelledby="packs">
<h2 id="packs">Top-up packs</h2>
<p>${texts.join(' ')}</p>
<table><thead><tr><th scope="col">Pack</th><th scope="col" class="number">Credits</th><th scope="col" class="number">Price</th><th scope="col" class="number">Per credit</th></tr></thead>
<tbody>${listed(
  packs.map(
    ({
      name,
      credits,
      amount,
      amount_display,
    }) => html`<tr><th scope="row">${name}</th><td class="number">${grouped.format(credits)}</td><td class="number">${amount_display}</td><td class="number">${rupees(amount / credits)}</td></tr>
`,
  ),
)}</tbody></table></section>`;

const rupees = (paise: number): string =>
  (paise / 100).toLocaleString('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: paise % 100 === 0 ? 0 : 2,
  });

const yes = html`<span class="yes">Yes</span>`;
const cells: Cells = {
  credits: ({ credits }) => grouped.format(credits),
  rate_limit: ({ rate_limit_per_min }) => String(rate_limit_per_min),
  rest_api: () => yes,
  dashboard: () => yes,
  mcp: ({ mcp }) => (mcp ? yes : 'No'),
};

const comparisonPart = ({
  comparison,
  monthly_plans: plans,
}: PriceList): Markup => html`<section aria-labelledby="comparison">
<h2 id="comparison">Compare plans</h2>
<table class="comparison"><thead><tr><th scope="col"><span class="unseen">Feature</span></th>${listed(plans.map(({ name }) => html`<th scope="col">${name}</th>`))}</tr></thead>
<tbody>${listed(
  comparison.map(
    ({
      id,
      label,
      hint,
    }) => html`<tr><th scope="row">${label}<span class="faint">${hint}</span></th>${listed(plans.map((plan) => html`<td data-title="${plan.name}">${cells[id](plan)}</td>`))}</tr>
`,
  ),
)}</tbody></table></section>`;
