/** Settings that an operator can change while the service runs. Each domain adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in the domains
export interface SettingValues {}

/** The current values, from memory. */
export interface Settings {
  current(): Readonly<SettingValues>;
}
