import Type, { type Static } from 'typebox';
import { orNull } from '#core/shapes.ts';

export const checkoutMembers = {
  plan_id: Type.String({ minLength: 1, maxLength: 100, description: 'The id of a plan or a pack.' }),
  notify_email: Type.String({
    maxLength: 320,
    default: '',
    description:
      'Where the buyer wants to hear about this purchase: the receipt, the link to claim it, and a reminder while it is unclaimed. Nothing is sent before money arrives.',
  }),
};

export const OpenedCheckout = Type.Object({
  payment_reference: Type.String({
    description: "The provider's order (`order_…`) or subscription (`sub_…`). Poll `claim-token` with it.",
  }),
  payment_url: orNull(Type.String(), "A page to pay on. Null if your page opens the provider's widget."),
  provider: Type.String(),
  widget: Type.Record(Type.String(), Type.String(), {
    description: "Input of the provider's widget in a browser, such as its public key id.",
  }),
  payment_form: orNull(
    Type.Object({
      action: Type.String({ description: 'Where the form is posted to.' }),
      fields: Type.Record(Type.String(), Type.String(), { description: 'Its fields.' }),
      return_fields: Type.Array(Type.String(), {
        description: 'Names of further fields. Each has the address that the buyer comes back to.',
      }),
    }),
    "A form that leads the buyer to the provider's page without a script. Null if the provider has none.",
  ),
  plan_id: Type.String(),
  plan_name: Type.String({ description: 'The name of the plan or pack.' }),
  kind: Type.Enum(['monthly', 'topup'], { description: '`monthly` for a plan, `topup` for a pack.' }),
  amount: Type.Integer({ description: 'In paise.' }),
  amount_display: Type.String({ description: 'The price as people read it.' }),
  currency: Type.Literal('INR'),
});
export type OpenedCheckout = Static<typeof OpenedCheckout>;
