import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellReason, confirmationFindings, wantedStandbys } from './rules.ts';
import type { Confirmations, Replicated } from './sql.ts';

for (const [setting, names, needed] of [
  ['', [], 0],
  ['db2', ['db2'], 1],
  ['"db2", db3', ['db2', 'db3'], 1],
  ['FIRST 2 (cell_a, cell_b)', ['cell_a', 'cell_b'], 2],
  ['any 1 (a, b)', ['a', 'b'], 1],
  ['2 (*)', ['*'], 2],
] as const) {
  test(`"${setting}" names ${names.length} servers, of which ${needed} must confirm`, () =>
    assert.deepEqual(wantedStandbys(setting), { names, needed }));
}

const quiet: Confirmations = {
  ...{ wanted: 'db2', waits: true, stuck: 0, stuck_seconds: 0, connected: 1, following: null },
};

for (const [what, some, states] of [
  ['no standby is named', { wanted: '', connected: 0 }, ['ok']],
  ['as many are connected as must confirm', {}, ['ok']],
  ['none is connected', { connected: 0 }, ['fault']],
  ['commits wait although a standby is connected', { stuck: 1, stuck_seconds: 9.4 }, ['fault']],
  ['the one that is named follows', { following: ['DB2'] }, ['ok']],
  ['another one follows', { following: ['db1'] }, ['fault']],
  ['one of two follows, and one must confirm', { wanted: 'db2, db3', following: ['db3'] }, ['warning']],
  ['any two must confirm and two follow', { wanted: '2 (*)', following: ['a', 'b'] }, ['ok']],
  ['one of two cells follows', { wanted: 'FIRST 2 (a, b)', waits: false, following: ['a'] }, ['fault']],
] as const) {
  test(`${states} when ${what}`, () =>
    assert.deepEqual(
      confirmationFindings({ ...quiet, ...some, following: some.following?.slice() ?? null }).map(
        ({ state }) => state,
      ),
      states,
    ));
}

const arriving: Replicated = {
  ...{ table_name: 'suppression', subscription: 'cell_a', silent_seconds: 120.9 },
  ...{ is_enabled: true, is_copied: true, is_running: true },
};

for (const [what, some, reason] of [
  ['everything arrives', {}, null],
  ['nothing brings a table', { subscription: null }, /no subscription has the table suppression/],
  ['it is disabled', { is_enabled: false }, /cell_a is disabled/],
  ['its worker has ended', { is_running: false }, /cell_a doesn't run/],
  ['a table is being copied', { is_copied: false }, /suppression is not copied yet/],
  ['the directory is silent', { silent_seconds: 121 }, /for 121 s/],
  ['the directory never spoke', { silent_seconds: null }, /has sent nothing/],
] as const) {
  test(`a cell ${reason ? 'is behind' : 'follows'} when ${what}`, () => {
    const found = cellReason([arriving, { ...arriving, ...some }]);
    if (reason === null) assert.equal(found, null);
    else assert.match(found ?? '', reason);
  });
}
