import { useEffect, useState } from 'preact/hooks';

/** The numbering plans are large, so they come when the first number is shown. */
const plans = () => import('libphonenumber-js/min');

/** A phone number (E.164) as it is written in international form: +91 98765 43210. */
export function PhoneText({ of }: { of: string }) {
  const [text, setText] = useState(of);
  useEffect(() => {
    plans().then(
      ({ parsePhoneNumberFromString }) =>
        setText(parsePhoneNumberFromString(of)?.formatInternational() ?? of),
      () => setText(of),
    );
  }, [of]);
  return <span class="figure">{text}</span>;
}

/** A number in international form as far as it is typed. Ten digits alone are taken for Indian. */
export async function phoneAsTyped(typed: string): Promise<string> {
  const { AsYouType } = await plans();
  const pasted = typed.replace(/^.*(?=\+)/, '');
  const indian = /^0?([6-9]\d{9})$/.exec(pasted.replace(/[\s-]/g, ''));
  return new AsYouType().input(indian ? `+91${indian[1]}` : pasted);
}

/** Whether a number has as many digits as one of its country. Without a country it is Indian. */
export async function isPhone(typed: string): Promise<boolean> {
  const { isPossiblePhoneNumber } = await plans();
  return isPossiblePhoneNumber(typed, 'IN');
}
