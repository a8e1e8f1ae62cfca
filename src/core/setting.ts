import type { Static, TSchema } from 'typebox';

/** What an operator can change while the service runs; each domain adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in the domains
export interface SettingValues {}

/** One setting: its shape, what holds until somebody changes it, and words for the operator. */
export interface SettingDefinition<Shape extends TSchema = TSchema> {
  shape: Shape;
  default: Static<Shape>;
  /** Such as `days` or `paise`; null where the value has none. */
  unit: string | null;
  doc: string;
  /** When a change is felt. */
  effect: string;
}

export type SettingDefinitions = Readonly<Record<string, SettingDefinition>>;

/** The values of definitions, for declaration merging. */
export type ValuesOf<Definitions> = {
  [Name in keyof Definitions]: Definitions[Name] extends SettingDefinition<infer Shape>
    ? Static<Shape>
    : never;
};

export const setting = <Shape extends TSchema>(
  shape: Shape,
  words: Omit<SettingDefinition<Shape>, 'shape'>,
): SettingDefinition<Shape> => ({ shape, ...words });
