import type { Profile } from '#domains/onboarding/index.ts';
import type { State } from '#values/gst/index.ts';
import type { PartyOnPaper } from '../paper/paper.ts';

/** The buyer's business profile at the moment of the invoice. */
export type Buyer = Profile;

export const buyerOnPaper = (buyer: Buyer): PartyOnPaper => ({
  name: buyer.businessName || personOf(buyer),
  addressLines: [
    buyer.businessName && personOf(buyer),
    buyer.addressLine1,
    buyer.addressLine2,
    `${buyer.city} ${buyer.pincode}`,
  ].filter((line) => line.trim() !== ''),
  gstin: buyer.gstin,
  state: onPaper(buyer.state),
});

const personOf = ({ firstName, lastName }: Buyer): string => `${firstName} ${lastName}`;

export const onPaper = ({ code, name }: State) => ({ code, name });
