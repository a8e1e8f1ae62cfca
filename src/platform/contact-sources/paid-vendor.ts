import { openPaidSource, type PaidVendor } from './source/paid-source.ts';
import type { Source } from './source/source.ts';
import type { ValuesOf, Variables } from './variables.ts';
import { type LeftOut, leftOut, type Vendor, vendor, vendorApi, type WayOut } from './vendor.ts';

/** An API that is paid for by the credit. */
interface PaidAccess {
  token: string;
  baseUrl: string;
  /** What one of the vendor's credits costs, in paise and fractions of them; 0 where nobody said. */
  creditPaise: number;
}

interface PaidDeclaration<Set extends Variables> extends Omit<Vendor<Set>, 'descriptions' | 'open'> {
  source: PaidVendor;
  access(values: ValuesOf<Set>): PaidAccess;
}

/** Declares a vendor whose only source costs money: it is asked when both its key and the price of a credit are set. */
export const paidVendor = <Set extends Variables>({
  source,
  access,
  ...declared
}: PaidDeclaration<Set>): Vendor<Set> =>
  vendor({
    ...declared,
    descriptions: [source.description],
    open: (values, way) => [openPaid(source, access(values), way)],
  });

function openPaid(source: PaidVendor, { creditPaise, ...access }: PaidAccess, way: WayOut): Source | LeftOut {
  const { id, variables } = source.description;
  const [tokenVariable, priceVariable] = variables;
  if (access.token === '') return leftOut(id, `${tokenVariable} is not set.`);
  if (!(creditPaise > 0)) {
    return leftOut(
      id,
      `${priceVariable} is not set: without the price of a credit, spending can't be limited.`,
    );
  }
  const api = vendorApi(way, source.description, access, source.headers(access.token));
  return openPaidSource(source, { api, creditPaise });
}
