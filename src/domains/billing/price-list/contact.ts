import type { Config } from '#core/environment.ts';
import type { Contact } from './shapes.ts';

type Given = Pick<Config, 'SALES_EMAIL' | 'SALES_PHONE' | 'CONTACT_URL' | 'PUBLIC_URL'>;

/** The contact for questions about plans. The link is to the email, else to the phone, else to the page about who runs the service. */
export function contactOf({
  SALES_EMAIL: email,
  SALES_PHONE: phone,
  CONTACT_URL,
  PUBLIC_URL,
}: Given): Contact {
  const page = CONTACT_URL || PUBLIC_URL;
  const shown = { email, phone: phone?.written ?? '', phone_e164: phone?.e164 ?? '' };
  if (email) return { ...shown, href: `mailto:${encodeURI(email)}`, label: `Write to ${email}` };
  if (phone) return { ...shown, href: `tel:${phone.e164}`, label: `Call ${phone.written}` };
  if (page) return { ...shown, href: page, label: 'Contact us' };
  return { ...shown, href: '', label: 'Ask the operator of this service' };
}
