import { sql } from 'kysely';
import { Type } from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { cidrsOrFail } from '../gate/allowed-ips.ts';
import type { Key } from '../rules.ts';
import { AllowedIpsOrSame, ChosenRate, KeyId, KeyMetadata, KeyName, keyOnWire } from '../shapes.ts';
import { updateKey } from '../sql/key-changes.ts';
import { failIfFaster } from './chosen-rate.ts';
import { ownKeyOrFail } from './own-key.ts';

export const changeAccountKey = operation({
  id: 'keys.change-account-key',
  summary: "Change an account's key: its name, addresses and rate",
  description: 'Members you omit keep their value. The change reaches every process within a second.',
  kind: 'command',
  doors: [dashboard('PATCH', '/internal/keys/by-account/{account_id}/{key_id}')],
  account: 'required',
  input: Type.Object({
    key_id: KeyId,
    name: Type.Optional(KeyName),
    allowed_ips: Type.Optional(AllowedIpsOrSame),
    rate_limit_per_min: Type.Optional(ChosenRate),
  }),
  example: { account_id: 'acme-42', key_id: 'key_4mAYQ7rYV0bIqJm2vQx1sT', allowed_ips: '203.0.113.0/24' },
  output: KeyMetadata,
  errors: ['not_found'],

  async run(ctx, { key_id: keyId, name, allowed_ips: given, rate_limit_per_min: rate }) {
    const cidrs = given === undefined ? undefined : cidrsOrFail(given);
    const before = await ownKeyOrFail(ctx, keyId);
    failIfFaster(rate, before);
    const changes = {
      ...(name !== undefined && { name }),
      ...(rate !== undefined && { chosen_rate: rate }),
      ...(cidrs && { allowed_ips: sql<string[]>`${cidrs}::cidr[]` }),
    };
    const after = Object.keys(changes).length === 0 ? before : await updateKey(ctx, keyId, changes);
    ctx.audit('key.changed', {
      account_id: ctx.account.account_id,
      key_id: keyId,
      before: changeable(before),
      after: changeable(after),
    });
    return keyOnWire(after, ctx.now());
  },
});

const changeable = ({ name, allowed_ips, chosen_rate }: Key) => ({
  name,
  allowed_ips,
  chosen_rate_per_min: chosen_rate,
});
