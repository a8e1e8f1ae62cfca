import type { Answer } from '#client';
import { asJson, command } from './command.ts';
import { keyClientFor, keyOption } from './connection/key-client.ts';
import { show } from './terminal.ts';
import { grouped, minuteText, table } from './words.ts';

export const budgetsCommand = command({
  name: 'budgets',
  summary: 'show the budgets that hold for a key, and what is left of them',
  about: ['Budgets are set in the dashboard, under Credits.'],
  options: { 'key-file': keyOption, json: asJson },
  examples: ['budgets', 'budgets --json'],

  async run(_, options) {
    const client = await keyClientFor(options);
    show(await client.call('GET /api/v1/budgets'), options.json, budgetsText);
  },
});

function budgetsText({ items }: Answer<'GET /api/v1/budgets'>): string {
  if (items.length === 0) return '  No budgets.\n';
  const rows = items.map(({ scope, period, credits, spent, starts_again_at: again }) => [
    `${scope}, per ${period}`,
    `${grouped(spent)} of ${grouped(credits)} spent`,
    `starts again ${minuteText(again)}`,
  ]);
  return `${table(rows)
    .map((line) => `  ${line}`)
    .join('\n')}\n`;
}
