import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldedMailbox } from './email-address.ts';

for (const [address, mailbox] of [
  ['jane+news@example.com', 'jane@example.com'],
  ['jane.doe@example.com', 'jane.doe@example.com'],
  ['j.a.n.e@gmail.com', 'jane@gmail.com'],
  ['J.ane+x+y@googlemail.com'.toLowerCase(), 'jane@gmail.com'],
  ['+tag@example.com', '+tag@example.com'],
] as const) {
  test(`mail to ${address} arrives in the mailbox ${mailbox}`, () => {
    assert.equal(foldedMailbox(address), mailbox);
  });
}
