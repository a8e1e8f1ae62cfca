import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advisoryFinding, signatureFinding } from './package-audit.ts';

const one = { name: 'one', version: '1.0.0' };

test('an invalid or missing signature is a fault', () => {
  for (const found of [
    { invalid: [one], missing: [] },
    { invalid: [], missing: [one] },
  ]) {
    const finding = signatureFinding(JSON.stringify(found));
    assert.ok('fault' in finding && finding.fault.includes('one@1.0.0'));
  }
});

test('signatures that are all valid are noted', () => {
  const note = 'The registry has signed every installed package.';
  assert.deepEqual(signatureFinding('{"invalid":[],"missing":[]}'), { note });
});

test('a registry that offers no signatures, or is out of reach, is noted with the reason', () => {
  for (const [output, reason] of [
    [
      '{"error":{"summary":"found no dependencies to audit that were installed from a supported registry"}}',
      /supported registry\.$/,
    ],
    ['{"error":{"code":"ENOTFOUND","summary":""}}', /ENOTFOUND\.$/],
    ['', /npm does not say why\.$/],
  ] as const) {
    const finding = signatureFinding(output);
    assert.ok('note' in finding && finding.note.startsWith('Signatures of packages were not checked'));
    assert.match(finding.note, reason);
  }
});

test('a high or critical vulnerability of a package is a fault', () => {
  for (const severity of ['high', 'critical']) {
    const vulnerabilities = { left: { severity: 'low' }, right: { severity } };
    assert.match(
      (advisoryFinding(JSON.stringify({ vulnerabilities })) as { fault: string }).fault,
      / in right\./,
    );
  }
});

test('other vulnerabilities are noted, and so is an audit without a finding, or without advisories', () => {
  for (const [output, words] of [
    ['{"vulnerabilities":{"left":{"severity":"moderate"}}}', / not high in left\./],
    ['{"vulnerabilities":{}}', /^No package/],
    ['{"message":"405 Method Not Allowed"}', /not checked.*405 Method/],
    ['', /not checked/],
  ] as const)
    assert.match((advisoryFinding(output) as { note: string }).note, words);
});
