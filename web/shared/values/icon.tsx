/** An icon of `web/shared/style/icons.css`, beside a text that says the same. */
export function Icon({ of }: { of: string }) {
  return <i class={`icon icon-${of}`} aria-hidden="true" />;
}
