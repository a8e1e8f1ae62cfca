import Type, { type Static } from 'typebox';
import { port } from '#core/ports.ts';
import { text } from '#core/shapes.ts';
import type { PlansInForce } from '../catalogue/plans-in-force.ts';
import { listedPlans } from './listed.ts';

export const CreditOffer = Type.Object(
  {
    plan_id: text('The plan or pack.', 'growth'),
    name: text('The name that people read.', 'Growth'),
    kind: Type.Enum(['monthly', 'topup'], {
      description:
        '`monthly` for a plan. `topup` for a pack, which only an account with a monthly plan can buy.',
    }),
    credits: Type.Integer({ description: 'Each month for a plan, once for a pack.', examples: [80] }),
    amount: Type.Integer({ description: 'In paise, GST included.', examples: [39_900] }),
    currency: Type.Literal('INR'),
    amount_display: text('The price as people read it, GST included.', '₹399'),
    checkout_url: Type.String({
      format: 'uri',
      description:
        'For a person, in any browser: they sign in, see the offer and pay. Programs can’t pay there.',
      examples: ['https://contacts.example.com/app/plans?plan=growth'],
    }),
  },
  { title: 'CreditOffer', description: 'A plan or a pack that is sold now.' },
);
export type CreditOffer = Static<typeof CreditOffer>;

/** Members of a refusal that credits would mend. */
export const creditOfferMembers = {
  offers: Type.Array(CreditOffer, {
    description: 'The plans and packs that are sold, plans first, cheapest first. A person has to pay.',
  }),
  offers_valid_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the prices change. ISO 8601, UTC. Null: no change is planned.',
  }),
};

interface OffersNow {
  offers: readonly CreditOffer[];
  offers_valid_until: string | null;
}

/** The same object until the plans or the address of the service change, so that a refusal costs no more than before. */
export type CreditOffers = () => OffersNow;

export const CreditOffers = port<CreditOffers>('credit-offers');

export function openCreditOffers(plansInForce: PlansInForce, publicUrl: () => string): CreditOffers {
  let made: { plans: ReturnType<PlansInForce['current']>; url: string; offers: OffersNow } | undefined;
  return () => {
    const plans = plansInForce.current();
    const url = publicUrl();
    if (made?.plans !== plans || made.url !== url) {
      const { monthly, packs } = listedPlans(plans);
      const offers = [...monthly, ...packs].map((plan) => ({
        plan_id: plan.id,
        name: plan.name,
        kind: plan.kind,
        credits: plan.credits,
        amount: plan.amount,
        currency: plan.currency,
        amount_display: plan.amount_display,
        checkout_url: `${url}/app/plans?plan=${encodeURIComponent(plan.id)}`,
      }));
      const until = plansInForce.changesAt()?.toISOString() ?? null;
      made = { plans, url, offers: { offers, offers_valid_until: until } };
    }
    return made.offers;
  };
}
