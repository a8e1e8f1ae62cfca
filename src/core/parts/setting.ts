import type { Static, TSchema } from 'typebox';
import type { Ports } from '../context.ts';
import type { Job } from '../job.ts';

export type { SettingValues } from '../setting-values.ts';

/** One setting: its shape, its default and its documentation. */
export interface SettingDefinition<Shape extends TSchema = TSchema> {
  shape: Shape;
  default: Static<Shape>;
  /** For example `days` or `paise`. Null if the value has no unit. */
  unit: string | null;
  doc: string;
  /** When a change takes effect. */
  effect: string;
  /** Background work that follows from a change. */
  afterChange?: Job;
  /** The title of its domain. The manifest adds it. */
  group?: string;
  /** A rule that the shape can't express. Returns why the value is refused, as a sentence. */
  refuse?(value: Static<Shape>, ports: Ports): string | null;
}

export type SettingDefinitions = Readonly<Record<string, SettingDefinition>>;

/** The values of a set of definitions. */
export type ValuesOf<Definitions> = {
  [Name in keyof Definitions]: Definitions[Name] extends SettingDefinition<infer Shape>
    ? Static<Shape>
    : never;
};

export const setting = <Shape extends TSchema>(
  shape: Shape,
  words: Omit<SettingDefinition<Shape>, 'shape'>,
): SettingDefinition<Shape> => ({ shape, ...words });
