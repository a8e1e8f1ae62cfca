import { port } from '#core/ports.ts';
import type { VendorState } from '#platform/outgoing/index.ts';
import type { SourceDescription } from './port.ts';

/** Whether a value may be charged for, given where it was seen. */
export const IsBillable = port<(seen: { kind: string; source: string }) => boolean>('is-billable');

/** The sources of this installation, as `app.ts` opened them. */
export interface SourceList {
  descriptions: readonly SourceDescription[];
  /** Unconfigured sources, each with a sentence that says what is missing. */
  unavailable: readonly { id: string; reason: string }[];
  /** Sources enabled by the environment. The setting `sources_on` takes precedence. */
  onByConfiguration: readonly string[];
  vendorStates(): VendorState[];
  /** The most that one call may cost at the vendor's credit price, in paise. Null when the source can't be asked. */
  callPaise(id: string): number | null;
}

export const SourceList = port<SourceList>('source-list');

/** The ids of the enabled sources, configured or not. */
export const switchedOn = (list: SourceList, setting: readonly string[] | null): readonly string[] =>
  setting ?? list.onByConfiguration;

/** The ids that SOURCES names and the setting leaves off. */
export const overruled = (list: SourceList, setting: readonly string[] | null): readonly string[] =>
  list.onByConfiguration.filter((id) => !switchedOn(list, setting).includes(id));
