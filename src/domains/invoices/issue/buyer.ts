import type { Profile } from '#domains/onboarding/index.ts';
import type { State } from '#values/gst/index.ts';
import type { PartyOnPaper } from '../paper/paper.ts';

/** Who buys, as their business profile says at the moment of the invoice. */
export type Buyer = Profile;

export const buyerOnPaper = (buyer: Buyer): PartyOnPaper => ({
  name: `${buyer.firstName} ${buyer.lastName}`,
  addressLines: [buyer.addressLine1, buyer.addressLine2, `${buyer.city} ${buyer.pincode}`].filter(
    (line) => line.trim() !== '',
  ),
  gstin: buyer.gstin,
  state: onPaper(buyer.state),
});

export const onPaper = ({ code, name }: State) => ({ code, name });
