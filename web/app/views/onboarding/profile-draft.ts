import { session } from '#web/shared/session/session.ts';

/** The typed values of the form that aren't saved yet, in this tab. */
const place = 'contactry.profile-draft';

export const keepDraft = (values: Record<string, string>): void =>
  sessionStorage.setItem(place, JSON.stringify({ account_id: session.value?.account_id, values }));

/** For the account that typed it. */
export function keptDraft(): Record<string, string> | null {
  const { account_id, values } = JSON.parse(sessionStorage.getItem(place) ?? '{}');
  return account_id === session.value?.account_id ? (values ?? null) : null;
}

export const forgetDraft = (): void => sessionStorage.removeItem(place);
