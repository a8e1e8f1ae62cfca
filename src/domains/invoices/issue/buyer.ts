import type { State } from '#values/gst/index.ts';
import type { PartyOnPaper } from '../paper/paper.ts';

/** Who buys, as their business profile says at the moment of the invoice. */
export interface Buyer {
  firstName: string;
  lastName: string;
  addressLine1: string;
  /** May be empty. */
  addressLine2: string;
  city: string;
  state: State;
  pincode: string;
  /** Null for a buyer who is not registered. */
  gstin: string | null;
}

export const buyerOnPaper = (buyer: Buyer): PartyOnPaper => ({
  name: `${buyer.firstName} ${buyer.lastName}`,
  addressLines: [buyer.addressLine1, buyer.addressLine2, `${buyer.city} ${buyer.pincode}`].filter(
    (line) => line.trim() !== '',
  ),
  gstin: buyer.gstin,
  state: onPaper(buyer.state),
});

export const onPaper = ({ code, name }: State) => ({ code, name });
