import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { faultsOfTexts } from '../faults.ts';
import { lineProblem } from '../texts.ts';
import { readWindow, windowFaults } from '../window.ts';
import { changePromo } from './change-promo.ts';
import { promoOnWire } from './on-wire.ts';
import { codeProblem, readCode } from './rules.ts';
import { Promo, PromoBody } from './shapes.ts';

export const savePromo = operation({
  id: 'growth.save-promo',
  summary: 'Create or update a promo',
  description:
    'Updates the promo with this code, or creates it. An update replaces all terms: members that you omit return to their ' +
    'defaults. Redemptions that were made keep what they granted.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/growth/promos')],
  roles: ['finance'],
  input: PromoBody,
  example: { code: 'DIWALI50', credits: 50, valid_days: 30, max_uses: 100 },
  check: (given) => [
    ...faultsOfTexts(given, { code: codeProblem, message: lineProblem }),
    ...windowFaults(given),
  ],
  output: Promo,

  async run(ctx, { code, active, starts_at, ends_at, ...terms }) {
    const promo = await changePromo(ctx, readCode(code)!, 'max_uses', () => ({
      ...terms,
      ...readWindow({ starts_at, ends_at }),
      is_active: active,
    }));
    return promoOnWire(promo);
  },
});
