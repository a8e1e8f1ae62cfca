import type { Profile } from '#domains/onboarding/index.ts';
import { type State, stateOf } from '#values/gst/index.ts';
import type { PartyOnPaper } from '../paper/paper.ts';

/** The buyer's business profile at the moment of the invoice. */
export type Buyer = Profile;

export const buyerOnPaper = (buyer: Buyer): PartyOnPaper => ({
  name: buyer.business_name || personOf(buyer),
  addressLines: [
    buyer.business_name && personOf(buyer),
    buyer.address_line1,
    buyer.address_line2,
    `${buyer.city} ${buyer.pincode}`,
  ].filter((line) => line.trim() !== ''),
  gstin: buyer.gstin,
  state: onPaper(stateOf(buyer.state_code)),
});

const personOf = ({ first_name, last_name }: Buyer): string => `${first_name} ${last_name}`;

export const onPaper = ({ code, name }: State) => ({ code, name });
