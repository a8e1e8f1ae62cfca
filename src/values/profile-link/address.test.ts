import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProfileLink } from './index.ts';

const verdict = (link: string): string => {
  const parsed = parseProfileLink(link);
  return parsed.ok ? parsed.profile.url : parsed.reason;
};
const JANE = 'https://www.linkedin.com/in/jane-doe';

test('white space, one pair of quotes and angle brackets around a link are removed', () => {
  for (const paste of [
    `  ${JANE}\r\n`,
    `\uFEFF${JANE}\u00A0`,
    `"${JANE}"`,
    `'${JANE}'`,
    `\`${JANE}\``,
    `<${JANE}>`,
    `“${JANE}”`,
    `‘${JANE}’`,
    `« ${JANE} »`,
    `\t"${JANE} "`,
  ])
    assert.equal(verdict(paste), JANE, JSON.stringify(paste));
  for (const paste of [`"${JANE}`, `""${JANE}""`, `(${JANE})`, `[Jane](${JANE})`])
    assert.notEqual(verdict(paste), JANE, paste);
});

test('links that a URL parser would change into another link are refused before parsing', () => {
  const table: Record<string, readonly string[]> = {
    empty: ['', ' ', '\n', '""', '<>', '\uFEFF'],
    control_char: [
      'https://www.linkedin.com/in/jane\ndoe',
      'https://www.linkedin.com/in/jane\tdoe/',
      'https://www.linkedin.com/in/jane\u0000',
      'https://www.linkedin.com/in/jane?a=\u0007b',
      'https://git\thub.com/jane',
      'https://github.com/jane\u0085doe',
    ],
    backslash: [
      'https:\\\\www.linkedin.com\\in\\jane',
      'https://github.com/jane\\x',
      'github.com\\jane',
      '\\\\github.com/jane',
    ],
    dot_segment: [
      'https://www.linkedin.com/in/jane/../../in/john',
      'https://www.linkedin.com/in/./jane',
      'https://www.linkedin.com/in/%2e%2E/jane',
      'https://www.linkedin.com/in/jane/.%2e/john',
      'https://github.com/jane/..',
      'https://github.com/.',
      'github.com/../jane',
      '..',
    ],
    too_long: [`${JANE}?x=${'x'.repeat(2048)}`, 'a'.repeat(100_000)],
  };
  for (const [reason, links] of Object.entries(table))
    for (const link of links) assert.equal(verdict(link), reason, JSON.stringify(link));
});

test('text that is not an http link is refused with a specific reason', () => {
  const table: Record<string, string> = {
    unsupported_scheme: `ftp://github.com/jane ssh://git@github.com/jane/x git://github.com/jane/x mailto:jane@example.com
      tel:+15550100 javascript:alert(1) urn:li:person:abc github:jane/x git+https://github.com/jane/x file:///etc/hosts
      linkedin://in/jane-doe data:text/html,x github.com:jane/dotfiles.git view-source:https://github.com/jane`,
    not_a_url: `git@github.com:jane/x.git jane@example.com jane@github.com/x https:/github.com/jane https:github.com/jane
      https:///github.com/jane https:// http:// // /// / ? # https://?x https://..github.com/jane https://github..com/jane
      https://github.com../jane https://github.com:port/jane https://github.com:70000/jane https://github.com:4:4/jane
      jane/dotfiles https://git<hub.com/jane !!! user!name https://[::1/jane`,
    bare_handle:
      'jane-doe @jane-doe ~jane jane_doe zoë in/jane-doe /in/jane-doe/ pub/jane/1/2/3 %C3%A9 jane?x=1 me',
    userinfo: `https://jane@github.com/jane https://jane:pw@www.linkedin.com/in/jane https://@github.com/jane
      https://github.com@evil.example/jane https://github.com:443@evil.example/jane`,
    unsupported_host: `https://example.com/in/jane example.com linkedin.example/in/jane localhost:3000/jane
      https://localhost/jane http://127.0.0.1/jane http://[::1]/jane http://[::1]:80/jane https://evil-linkedin.com/in/jane
      https://linkedin.com.evil.example/in/jane https://business.linkedin.com/in/jane https://www.de.linkedin.com/in/jane
      https://https://github.com/jane https://x.com/jane t.co/x https://www.lınkedin.com/in/jane
      https://ｗｗｗ.linkedin.com/in/jane https://%67ithub.com/jane https://xn--lnkedin-cfb.com/in/jane jane.doe
      https://example.com:8080/jane https://github.com%2Fjane https://web.archive.org/web/2020/https://github.com/jane
      https://translate.example/?u=https://github.com/jane https://evil.example#@github.com/jane`,
    bad_port: `https://github.com:80/jane http://github.com:443/jane https://www.linkedin.com:8443/in/jane
      github.com:8080/jane https://gitlab.com:0/jane`,
  };
  for (const [reason, links] of Object.entries(table))
    for (const link of links.trim().split(/\s+/)) assert.equal(verdict(link), reason, link);
  for (const text of [
    'jane doe',
    'see https://github.com/jane',
    'https://git hub.com/jane',
    'github.com /jane',
  ])
    assert.equal(verdict(text), 'not_a_url', text);
});

test('two links in one text are refused instead of reading the first', () => {
  for (const text of [
    `${JANE}/ https://www.linkedin.com/in/john-doe`,
    `${JANE}/,https://www.linkedin.com/in/john-doe`,
    `${JANE}/ and john`,
  ])
    assert.equal(verdict(text), 'not_a_url', text);
});

test('a refusal names the network, if the host shows it', () => {
  const network = (link: string) => {
    const parsed = parseProfileLink(link);
    return parsed.ok ? parsed.profile.network : parsed.network;
  };
  assert.equal(network('https://www.linkedin.com/in/jane/../x'), 'linkedin');
  assert.equal(network('https://jane@bitbucket.org/jane/x'), 'bitbucket');
  assert.equal(network('https://github.com:99/jane'), 'github');
  assert.equal(network('https://github.com@evil.example/jane'), null);
  assert.equal(network('https://example.com/jane'), null);
  assert.equal(network('jane'), null);
});
