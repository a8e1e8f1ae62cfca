import { rejectValue, variable } from '#core/environment.ts';
import { normaliseEmail } from '#values/contacts/index.ts';
import type { Normalised } from '#values/normalised.ts';
import { normalisePhone } from '#values/phone-number.ts';

const usable = <Value>(read: Normalised<Value>): Value =>
  read.ok ? read.value : rejectValue(`is not usable: ${read.detail}`);

export const priceListVariables = {
  SALES_EMAIL: variable(
    'Email address for questions about plans. Shown in the price list.',
    '',
    (value) => usable(normaliseEmail(value)),
    'sales@example.com',
  ),
  SALES_PHONE: variable(
    'Phone number for questions about plans, with its country code. Shown in the price list as you write it.',
    null as { written: string; e164: string } | null,
    (value) => ({ written: value, e164: usable(normalisePhone(value)).number }),
    '+1 212 555 0143',
  ),
};
