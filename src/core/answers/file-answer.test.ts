import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileAnswer } from './file-answer.ts';

for (const [given, name] of [
  ['../../etc/passwd-results.csv', 'etc-passwd-results.csv'],
  ['C:\\leads\\may.csv', 'C--leads-may.csv'],
  ['leads\u202evsc.exe-results.csv', 'leadsvsc.exe-results.csv'],
  ['a\r\nb\0\u200b.csv', 'ab.csv'],
  ['CON.csv', '_CON.csv'],
  ['con', '_con'],
  ['lpt1.a.csv', '_lpt1.a.csv'],
  ['Q1/Q2 "leads"?-results.csv', 'Q1-Q2 -leads---results.csv'],
  ['.bashrc-results.csv', 'bashrc-results.csv'],
  ['Zoë, Köln (1)-results.csv', 'Zoë, Köln (1)-results.csv'],
  ['confirmed-results.csv', 'confirmed-results.csv'],
] as const)
  test(`${JSON.stringify(given)} is saved as ${JSON.stringify(name)}`, () =>
    assert.equal(new FileAnswer(given, 'text/csv', '').name, name));
