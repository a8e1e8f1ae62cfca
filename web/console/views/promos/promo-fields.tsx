import type { Answer } from '#client';
import { Check } from '#web/shared/forms/check.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { savePromo } from '#web/shared/forms/fields.generated.ts';
import { localInputOf } from '#web/shared/forms/local-time.ts';

export type Promo = Answer<'POST /api/v1/admin/growth/promos'>;

/** The credits that the promo grants. */
export function OfferFields({ of: promo }: { of: Promo | null }) {
  return (
    <>
      {!promo && (
        <Field
          {...savePromo.code}
          label="Code"
          hint="3 to 40 letters, digits, dashes and underscores. Use eight random characters or more for a code that is hard to guess."
        />
      )}
      <Field {...savePromo.credits} label="Credits" hint="For each redemption." value={promo?.credits} />
      <Field
        {...savePromo.valid_days}
        label="Days until the credits expire"
        hint="From the redemption."
        value={promo?.valid_days ?? 365}
        isRequired
      />
      <Field
        {...savePromo.message}
        label="Message"
        hint="For people who preview or redeem it."
        value={promo?.message}
        isRequired={false}
      />
    </>
  );
}

/** Limits on redemptions. */
export function LimitFields({ of: promo }: { of: Promo | null }) {
  return (
    <>
      <Field
        {...savePromo.max_uses}
        label="Uses"
        hint="By all accounts together. Empty for any number."
        value={promo?.max_uses}
        isRequired={false}
      />
      <Check name="per_account_once" label="Once per account" value={promo?.per_account_once ?? true} />
      <Field
        {...savePromo.starts_at}
        label="Starts"
        type="datetime-local"
        value={localInputOf(promo?.starts_at)}
        isRequired={false}
      />
      <Field
        {...savePromo.ends_at}
        label="Ends"
        type="datetime-local"
        value={localInputOf(promo?.ends_at)}
        isRequired={false}
      />
      <Check
        name="active"
        label="It can be redeemed"
        hint="Otherwise the code is switched off."
        value={promo?.active ?? true}
      />
    </>
  );
}
