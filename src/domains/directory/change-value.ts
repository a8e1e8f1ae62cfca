import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { suppressedAmong, suppressionKeysOf, takeSuppressionLock } from '#domains/suppression/index.ts';
import {
  type ContactSet,
  contactSet,
  emailContact,
  emailType,
  judgeOwnEmail,
  linkContact,
  mergeContacts,
  normaliseEmail,
  normaliseLink,
  phoneContact,
  type Sources,
} from '#values/contacts/index.ts';
import { normalisePhone } from '#values/phone-number.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { type ExtraHost, profileHashOf } from '#values/profile-link/index.ts';
import { rewriteProfiles } from './profiles/rewrite-profiles.ts';
import { byOperator, type Statement, type ValueNamed, withoutValue } from './profiles/statements.ts';
import { profileNamed, storedProfile } from './profiles/stored-profile.ts';
import { ProfileUrl, StoredProfile } from './shapes.ts';

const value = (what: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: what }));

export const changeValue = operation({
  id: 'directory.change-value',
  summary: 'Replace or remove one value of a profile',
  description:
    'Send exactly one of `email`, `phone` and `link`. The replacement has the source `operator`. A later import with the removed ' +
    'value brings it back, so correct the file as well, or suppress the value. A replacement that is suppressed is refused.',
  kind: 'command',
  atDirectory: true,
  doors: [admin('PATCH', '/api/v1/admin/directory/profile')],
  roles: ['support'],
  input: Type.Object({
    profile_url: ProfileUrl,
    email: value('An email address of the profile.'),
    phone: value('A phone number of the profile, with + and country code.'),
    link: value('A link of the profile.'),
    replacement: Type.Union([Type.String({ minLength: 1, maxLength: 2000 }), Type.Null()], {
      description: 'The new value. Null removes the value.',
    }),
    reason: requiredReason('The reason, for the audit log.'),
  }),
  example: {
    email: 'asha@asha.example.com',
    replacement: 'asha@works.example',
    profile_url: 'https://github.com/asha-example',
    reason: 'She has a new address',
  },
  output: Type.Union([StoredProfile, Type.Null()], {
    description: 'The profile after the change. Null if it had no email, phone or link left and was removed.',
  }),
  errors: ['not_found', 'value_suppressed'],

  async run(ctx, { profile_url, replacement, reason, ...named }) {
    const { url } = profileNamed(ctx, profile_url);
    const hash = profileHashOf(url);
    const old = onlyValue(ctx, named);
    const { kind } = old;
    const further =
      replacement === null ? null : statementOf(readValue(ctx, kind, replacement, 'replacement'), ctx.now());
    if (further && (await isSuppressed(ctx, url, further))) return ctx.fail('value_suppressed');
    let isFound = false;
    await rewriteProfiles(ctx.db, ctx.ports.suppressionPepper, [hash], (statements) => {
      const left = withoutValue(statements, old.key);
      isFound = left !== statements;
      return isFound && further ? withOperators(left, further) : left;
    });
    if (!isFound) {
      const isKnown = (await storedProfile(ctx.db, hash)) !== null;
      const detail = isKnown ? `The profile has no such ${kind}.` : 'This profile is not in the directory.';
      return ctx.fail('not_found', { detail });
    }
    ctx.audit(replacement === null ? 'directory.value_removed' : 'directory.value_replaced', {
      profile_hash: hash,
      kind,
      reason,
    });
    return storedProfile(ctx.db, hash);
  },
});

/** Any one suppressed value hides the whole person, so a typing error could erase another person's profile. */
async function isSuppressed({ db, ports }: Context, url: string, contacts: ContactSet): Promise<boolean> {
  await takeSuppressionLock(db);
  const [, ...keys] = suppressionKeysOf(ports.suppressionPepper, url, contacts);
  return (await suppressedAmong(db, keys)).size > 0;
}

function onlyValue(ctx: Context, named: { email?: string; phone?: string; link?: string }): NamedValue {
  const given = Object.entries(named).filter((pair) => pair[1] !== undefined);
  const [only, ...others] = given as [NamedValue['kind'], string][];
  if (!only || others.length > 0) failField([], 'Send exactly one of email, phone and link.');
  return readValue(ctx, only[0], only[1], only[0]);
}

function readValue(ctx: Context, kind: NamedValue['kind'], text: string, member: string): NamedValue {
  const read = readNamedValue(kind, text, ctx.ports.use(CodeHosts));
  return read.ok ? read.value : failField([member], read.detail);
}

/** Adds the value to earlier values entered by operators. */
function withOperators(statements: readonly Statement[], contacts: Statement['contacts']): Statement[] {
  const before = statements.filter(({ importId }) => importId === byOperator).map((one) => one.contacts);
  return [
    ...statements.filter(({ importId }) => importId !== byOperator),
    { importId: byOperator, contacts: before.reduce(mergeContacts, contacts) },
  ];
}

/** A value named by an operator, in normalised form. */
export interface NamedValue {
  kind: 'email' | 'phone' | 'link';
  key: ValueNamed;
  /** As a contact with the source `operator`. */
  contacts(sources: Sources): Partial<ContactSet>;
}

type Read = { ok: true; value: NamedValue } | { ok: false; detail: string };

export function readNamedValue(kind: NamedValue['kind'], text: string, hosts: readonly ExtraHost[]): Read {
  if (kind === 'email') return readEmail(text);
  if (kind === 'phone') {
    const read = normalisePhone(text);
    if (!read.ok) return read;
    const key = { list: 'phones', number: read.value.number } as const;
    return { ok: true, value: { kind, key, contacts: (by) => ({ phones: [phoneContact(read.value, by)] }) } };
  }
  const read = normaliseLink(text, hosts);
  if (!read.ok) return read;
  const key = { list: 'links', url: read.value.url } as const;
  return { ok: true, value: { kind, key, contacts: (by) => ({ links: [linkContact(read.value, by)] }) } };
}

function readEmail(text: string): Read {
  const read = normaliseEmail(text);
  if (!read.ok) return read;
  const address = read.value;
  if (!judgeOwnEmail(address).keep) return { ok: false, detail: 'Mail to this address has no reader.' };
  const type = emailType(address);
  return {
    ok: true,
    value: {
      kind: 'email',
      key: { list: 'emails', address },
      contacts: (by) => ({ emails: [emailContact({ address, type }, by)] }),
    },
  };
}

export const statementOf = (value: NamedValue, now: Date): ContactSet =>
  contactSet(
    value.contacts([
      { source: byOperator, kind: 'operator_directory', url: null, seen_at: now.toISOString() },
    ]),
  );
