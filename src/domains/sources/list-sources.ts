import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { unearnedToday } from './money/unearned-today.ts';
import { reportSources } from './report.ts';
import { SourceReport, UnearnedVendorMoney } from './shapes.ts';
import { SourceList } from './source-list.ts';

export const listSources = operation({
  id: 'sources.list-sources',
  summary: 'List sources with their state, results and cost',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/sources')],
  output: Type.Object({
    items: Type.Array(SourceReport),
    unearned_vendor_money: UnearnedVendorMoney,
  }),

  async run({ db, ports }) {
    const { account, all } = ports.settings.current().unearned_vendor_paise_per_day;
    return {
      items: await reportSources(db, ports.use(SourceList), ports.settings.current()),
      unearned_vendor_money: { ...(await unearnedToday(db)), limit_paise: all, account_limit_paise: account },
    };
  },
});
