import type { FindAnswer, PriceList } from '#client';
import { html, listed, type Markup } from '#core/answers/page-view.ts';
import { answerPart, shortLink } from './example.ts';
import { plansPart } from './pricing-page.ts';
import type { SitePage } from './site-document.ts';

interface Home {
  examples: readonly FindAnswer[];
  /** The example that is shown at first. */
  chosen: number;
  /** Null while the API can't be reached. */
  prices: PriceList | null;
  apiUrl: string | null;
}

const promise =
  'Send a link to a profile and get the emails, phones and links that are really known, each with its sources.';

export const homePage = ({ examples, chosen, prices, apiUrl }: Home): SitePage => ({
  title: 'Contactry: contact lookup that doesn’t guess',
  description: promise,
  kind: 'home',
  variant: String(chosen),
  main: html`<section class="hero">
<h1>Contact lookup that doesn’t guess</h1>
<p>${promise}</p>
<p class="actions"><a class="button primary" href="/app">Look someone up</a> <a class="button" href="/docs">Read the docs</a></p>
</section>
${examples.length > 0 ? examplesPart(examples, chosen) : null}
<section class="facts-of-it" aria-label="How it works">
${listed(
  facts.map(
    ([title, text]) => html`<div><h2>${title}</h2><p>${text}</p></div>
`,
  ),
)}</section>
${developersPart(apiUrl ?? 'https://contacts.example.com')}
${prices && pricesPart(prices)}
<section class="last"><h2>Start with one link</h2>
<p class="actions"><a class="button primary" href="/app">Sign in</a> <a class="button" href="/pricing">See pricing</a></p></section>`,
});

const facts: readonly [title: string, text: string][] = [
  [
    'Every value has a source',
    'Each email and phone names where it was seen, and when. Addresses are never constructed from a name and a domain.',
  ],
  [
    'Pay for what is found',
    'A lookup costs one credit if it finds an email or a phone. Misses, failures and links alone are free.',
  ],
  [
    'One link or 10,000',
    'Paste a link, send a request, or drop a file. A file is checked first, and you see the most it can cost.',
  ],
  [
    'People can opt out',
    'Anyone can ask not to be listed. Once confirmed, it counts at once, in every answer, file and copy.',
  ],
];

/** Every answer is on the page; the links choose between them. With scripts this needs no request. */
const examplesPart = (
  examples: readonly FindAnswer[],
  chosen: number,
): Markup => html`<section class="try" id="try" aria-labelledby="try-title">
<h2 id="try-title" class="unseen">Try it</h2>
<nav aria-label="Sample links"><p>Try a sample link</p>
<ul>${listed(
  examples.map(
    (
      { profile },
      at,
    ) => html`<li><a href="/?try=${String(at + 1)}#try"${at === chosen ? html` aria-current="true"` : null}>${shortLink(profile.url)}</a></li>
`,
  ),
)}</ul>
<p class="faint">These people are fictional. <a href="/app">Sign in</a> to look up others.</p></nav>
<div class="answers" aria-live="polite">
${listed(examples.map((answer, at) => examplePart(answer, at !== chosen)))}</div>
</section>`;

function examplePart(answer: FindAnswer, isHidden: boolean): Markup {
  const isPaid = answer.emails.length + answer.phones.length > 0;
  return html`<article${isHidden ? html` hidden` : null} aria-label="${answer.profile.url}">
${answerPart(answer)}
<p class="cost faint">${isPaid ? 'A lookup like this costs 1 credit.' : 'Free: links alone cost nothing.'}</p>
<details><summary>Show the JSON</summary>
<pre tabindex="0"><code>${JSON.stringify(answer, null, 2)}</code></pre></details>
</article>
`;
}

const requestTo = (apiUrl: string): string => `curl ${apiUrl}/api/v1/find \\
  -H "Authorization: Bearer $CONTACTRY_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"profile_url": "github.com/asha-example"}'`;

const developersPart = (
  apiUrl: string,
): Markup => html`<section class="developers" aria-labelledby="developers">
<div>
<h2 id="developers">Made for programs</h2>
<p>One endpoint, typed clients, idempotent requests, and errors that say what to do. Test keys answer from a fictional directory, free.</p>
<ul class="guides">
<li><a href="/docs/lookup">HTTP API</a></li>
<li><a href="/docs/typescript">TypeScript</a></li>
<li><a href="/docs/jobs">Bulk jobs</a></li>
<li><a href="/docs/webhooks">Webhooks</a></li>
<li><a href="/docs/agents">Agents (MCP)</a></li>
<li><a href="/reference/">API reference</a></li>
</ul>
</div>
<pre tabindex="0"><code>${requestTo(apiUrl)}</code></pre>
</section>`;

const pricesPart = ({ monthly_plans, copy }: PriceList): Markup => html`<section aria-labelledby="prices">
<div class="lead"><h2 id="prices">${copy.from_price}</h2>
<p>${copy.homepage_pricing_blurb} <a href="/pricing">All prices</a></p></div>
${plansPart(monthly_plans)}
</section>`;
