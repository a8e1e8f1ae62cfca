/** Settings that an operator can change while the service runs. Their types come from every domain's definitions, in src/wiring. */
// biome-ignore lint/suspicious/noEmptyInterface: core knows no domain
export interface SettingValues {}

/** The current values, from memory. */
export interface Settings {
  current(): Readonly<SettingValues>;
}
