import { Check, Equal, Errors } from 'typebox/value';
import type { Ports } from '#core/context.ts';
import type { MemberFault } from '#core/failure.ts';
import { faultsOf } from '#core/input/faults.ts';
import type { SettingDefinitions, SettingValues } from '#core/parts/setting.ts';
import type { Changes } from './sql.ts';

/**
 * The values in force. A null, or a value that its setting may not have, means the default; names that no domain defines any
 * more are ignored.
 */
export function valuesInForce(
  definitions: SettingDefinitions,
  stored: Changes,
): { values: Readonly<SettingValues>; unfit: string[] } {
  const values: Changes = {};
  const unfit: string[] = [];
  for (const [name, { shape, default: fallback }] of Object.entries(definitions)) {
    const value = Object.hasOwn(stored, name) ? stored[name] : null;
    const fits = Check(shape, value);
    if (!fits && value !== null) unfit.push(name);
    values[name] = fits ? value : fallback;
  }
  return { values: values as unknown as SettingValues, unfit };
}

/** Every fault of a change: unknown names, values of the wrong shape, and rules that shapes can't express. */
export function faultsOfChanges(
  definitions: SettingDefinitions,
  changes: Changes,
  ports: Ports,
): MemberFault[] {
  return Object.entries(changes).flatMap(([name, value]): MemberFault[] => {
    const path = ['changes', name];
    if (!Object.hasOwn(definitions, name)) {
      return [{ path, msg: `There is no setting '${name}'`, type: 'extra_forbidden' }];
    }
    if (value === null) return [];
    const { shape, refuse } = definitions[name]!;
    if (!Check(shape, value)) {
      const faults = faultsOf([...Errors(shape, value)], (inner) => [...path, ...inner], value);
      return faults.map(({ loc, msg, type }) => ({ path: loc, msg, type }));
    }
    const why = refuse?.(value, ports);
    return why ? [{ path, msg: why, type: 'value_error' }] : [];
  });
}

/** The changes that give a setting another value, or replace one that it may not have. */
export function effective(
  definitions: SettingDefinitions,
  changes: Changes,
  { stored, values }: { stored: Changes; values: Readonly<SettingValues> },
): Changes {
  const inForce = values as unknown as Changes;
  const { values: after } = valuesInForce(definitions, { ...stored, ...changes });
  const isUnfit = (name: string) =>
    stored[name] != null && Object.hasOwn(definitions, name) && !Equal(stored[name], inForce[name]);
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([name]) => isUnfit(name) || !Equal((after as unknown as Changes)[name], inForce[name]),
    ),
  );
}

/** What to write so that a former version is in force again: every setting that was changed then or since. */
export function changesBackTo(then: Changes, now: Changes): Changes {
  const names = Object.keys({ ...then, ...now });
  return Object.fromEntries(names.map((name) => [name, then[name] ?? null]));
}
