import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProfileLink } from '../index.ts';

const verdict = (link: string): string => {
  const parsed = parseProfileLink(link);
  return parsed.ok ? parsed.profile.url : parsed.reason;
};

const JANE = 'https://www.linkedin.com/in/jane-doe';
const MEMBER = 'ACoAABcD3fGhIjKlMnOpQrStUvWxYz012345678';

test('every host, wrapper and suffix of a LinkedIn profile gives the same link', () => {
  const spellings = `
    https://www.linkedin.com/in/jane-doe        https://www.linkedin.com/in/jane-doe/
    http://www.linkedin.com/in/jane-doe         http://linkedin.com/in/jane-doe
    https://m.linkedin.com/in/jane-doe          https://touch.linkedin.com/in/jane-doe
    https://mobile.linkedin.com/in/jane-doe     https://in.linkedin.com/in/jane-doe
    https://uk.linkedin.com/in/jane-doe         https://za.linkedin.com/in/jane-doe/en-us
    www.linkedin.com/in/jane-doe                linkedin.com/in/jane-doe?trk=public
    //www.linkedin.com/in/jane-doe              WWW.LINKEDIN.COM/IN/JANE-DOE
    https://www.linkedin.com/mwlite/in/jane-doe https://www.linkedin.com/mwlite/profile/in/jane-doe
    https://www.linkedin.com/m/in/jane-doe/     https://www.linkedin.com/comm/in/jane-doe?midToken=AQ&otpToken=x
    https://www.linkedin.com/in/jane-doe/fr     https://www.linkedin.com/in/jane-doe/details/skills/
    https://www.linkedin.com/in/jane-doe/detail/contact-info/
    https://www.linkedin.com/in/jane-doe/overlay/1635/single-media-viewer/?profileId=x
    https://www.linkedin.com/in/jane-doe/recent-activity/shares/#top
    https://www.linkedin.com//in//jane-doe//    https://www.linkedin.com/in/jane%2Ddoe
    https://www.linkedin.com/%69n/jane-doe      https://www.linkedin.com./in/jane-doe
    https://www.linkedin.com:443/in/jane-doe    http://www.linkedin.com:80/in/jane-doe
    https://www.linkedin.com:/in/jane-doe       linkedin.com:443/in/jane-doe
    https://www.linkedin.com/in/jane-doe?next=https://evil.example/..\\x
    https://www.linkedin.com/in/jane-doe/%zz    https://www.linkedin.com/in/Jane-Doe/..x/`;
  for (const link of spellings.trim().split(/\s+/)) assert.equal(verdict(link), JANE, link);
});

test('stars, curly quotes and zero-width marks belong to a slug, but a quote after a pasted link does not', () => {
  const kept: [string, string][] = [
    ['jane-☆-doe', 'jane-%E2%98%86-doe'],
    ['jane-o’doe-1a2b', 'jane-o%E2%80%99doe-1a2b'],
    ['jane-“jd”-doe', 'jane-%E2%80%9Cjd%E2%80%9D-doe'],
    ['jane-%E2%80%9Cjd%E2%80%9D', 'jane-%E2%80%9Cjd%E2%80%9D'],
    ['jane%E2%80%8B-doe', 'jane%E2%80%8B-doe'],
    ['%E2%80%8Ejane-doe', '%E2%80%8Ejane-doe'],
    ['%EF%BB%BFjane-doe', '%EF%BB%BFjane-doe'],
  ];
  for (const [slug, canonical] of kept) {
    assert.equal(verdict(`https://www.linkedin.com/in/${slug}`), `https://www.linkedin.com/in/${canonical}`);
  }
  assert.equal(verdict('https://www.linkedin.com/in/jane-doe”'), 'invalid_handle');
  assert.equal(verdict('https://www.linkedin.com/in/%E2%80%8B'), 'invalid_handle');
});

test('slugs in every script and emoji are accepted, lower-cased and encoded by RFC 3986', () => {
  const table: Record<string, string> = {
    'https://www.linkedin.com/in/zoë-müller-1a2b': 'zo%C3%AB-m%C3%BCller-1a2b',
    'https://www.linkedin.com/in/Zo%c3%8b': 'zo%C3%AB',
    'https://www.linkedin.com/in/zoe%CC%88': 'zo%C3%AB',
    'https://in.linkedin.com/in/%E0%A4%86%E0%A4%B6%E0%A4%BE-%E0%A4%A6%E0%A5%87%E0%A4%B5%E0%A5%80':
      '%E0%A4%86%E0%A4%B6%E0%A4%BE-%E0%A4%A6%E0%A5%87%E0%A4%B5%E0%A5%80',
    'https://www.linkedin.com/in/தமிழ்-செல்வி':
      '%E0%AE%A4%E0%AE%AE%E0%AE%BF%E0%AE%B4%E0%AF%8D-%E0%AE%9A%E0%AF%86%E0%AE%B2%E0%AF%8D%E0%AE%B5%E0%AE%BF',
    'https://cn.linkedin.com/in/测试-用户': '%E6%B5%8B%E8%AF%95-%E7%94%A8%E6%88%B7',
    'https://www.linkedin.com/in/jane-🚀': 'jane-%F0%9F%9A%80',
    'https://www.linkedin.com/in/jane-👩🏽‍💻': 'jane-%F0%9F%91%A9%F0%9F%8F%BD%E2%80%8D%F0%9F%92%BB',
    'https://www.linkedin.com/in/jane-❤️': 'jane-%E2%9D%A4%EF%B8%8F',
    'https://www.linkedin.com/in/asha-🇮🇳': 'asha-%F0%9F%87%AE%F0%9F%87%B3',
    'https://www.linkedin.com/in/jane_doe-42': 'jane_doe-42',
    'https://www.linkedin.com/in/jane-': 'jane-',
    'https://www.linkedin.com/in/12345': '12345',
    'https://www.linkedin.com/in/men': 'men',
  };
  for (const [link, slug] of Object.entries(table))
    assert.equal(verdict(link), `https://www.linkedin.com/in/${slug}`, link);
});

test('a member id keeps its case, and a shorter look-alike is lower-cased', () => {
  assert.equal(MEMBER.length, 39);
  assert.equal(verdict(`https://www.linkedin.com/in/${MEMBER}/`), `https://www.linkedin.com/in/${MEMBER}`);
  assert.equal(
    verdict(`linkedin.com/in/${MEMBER.replace('ACo', 'ACw')}?x=1`),
    `https://www.linkedin.com/in/${MEMBER.replace('ACo', 'ACw')}`,
  );
  assert.equal(
    verdict(`https://www.linkedin.com/in/${MEMBER}9`),
    `https://www.linkedin.com/in/${MEMBER.toLowerCase()}9`,
  );
  assert.equal(verdict('https://www.linkedin.com/in/ACoAAB1'), 'https://www.linkedin.com/in/acoaab1');
});

test('an old /pub/ link keeps its numbers and never becomes an /in/ link', () => {
  const canonical = 'https://www.linkedin.com/pub/jane-doe/24/60b/73';
  for (const link of [
    'https://www.linkedin.com/pub/jane-doe/24/60b/73',
    'http://in.linkedin.com/pub/Jane-Doe/24/60B/73/en?trk=x',
    'de.linkedin.com/comm/pub/jane-doe/24/60b/73/',
  ])
    assert.equal(verdict(link), canonical, link);
  assert.equal(verdict('linkedin.com/pub/zo%C3%AB/1/2/3'), 'https://www.linkedin.com/pub/zo%C3%AB/1/2/3');
  assert.equal(verdict('https://www.linkedin.com/pub/jane-doe'), 'invalid_handle');
  assert.equal(verdict('https://www.linkedin.com/pub/jane-doe/24/60b'), 'invalid_handle');
  assert.equal(verdict('https://www.linkedin.com/pub/jane-doe/24/60b/contact-details'), 'invalid_handle');
  assert.equal(verdict('https://www.linkedin.com/pub/dir/Jane/Doe'), 'not_a_profile');
  assert.equal(verdict('https://www.linkedin.com/pub/'), 'missing_handle');
});

test('a LinkedIn page that is not a person is refused with a specific reason', () => {
  const table: Record<string, string> = {
    invalid_handle: `/in/jane.doe /in/jane:doe /in/@jane /in/jane%20doe /in/jane+doe /in/jane&trk=x /in/jane%2Fdoe
      /in/jane,doe /in/jane%0Adoe /in/jane%5Cdoe /in/jane%3Ftrk /in/jane–doe /in/%E2%84%AAarl
      /in/${'j'.repeat(201)}`,
    bad_escape:
      '/in/jane% /in/jane%2 /in/jane%zz /in/%FF /in/%C3 /in/%ED%A0%80 /in/jane%2520doe /in/zo%25C3%25AB',
    missing_handle: '/ /in /in/ /mwlite/in/ /comm/in /pub',
    self_alias: '/in/me /in/ME/ /in/m%65 /mwlite/in/me /in/me/details/experience /me/',
    company_page: `/company/example /company/example/people/ /company/1234567 /showcase/example-cloud
      /company-beta/123/ /organization-guest/company/example /mwlite/company/example /comm/company/example
      /sales/company/123456`,
    school_page: '/school/example-university/ /edu/example-university-12345 /m/school/example',
    opaque_member_link: `/sales/lead/ACwAAB1,NAME_SEARCH,x1Y2 /sales/people/ACwAAB1,name /sales/profile/123,abc,CAP
      /talent/profile/AEMAAB1 /talent/search/profile/AEMAAB1 /recruiter/profile/123,abc,CAP /profile/view?id=123456
      /profile/view/?trk=x&id=AAkAAB1`,
    login_redirect:
      '/authwall /authwall?trk=x /login?session_redirect=%2Ffeed%2F /uas/login?session_redirect=%2Fin%2Fjane',
    not_a_profile: `/feed /feed/update/urn:li:activity:6665508550111912345 /posts/jane-doe_topic-activity-66655
      /jobs/view/123 /jobs/search?keywords=x /pulse/how-to-jane-doe /learning/a-course /groups/12345 /events/12345
      /company/ /school /showcase /sales/home /sales/lead/ /talent/hire /profile/view /profile/view?trk=x /jane-doe
      /directory/people-a /search/results/people/?keywords=jane /messaging/thread/x /mynetwork/ /newsletters/x
      /redir/redirect?url=x /login /m /mwlite /comm /today/author/jane /help/linkedin /legal/user-agreement`,
  };
  for (const [reason, paths] of Object.entries(table))
    for (const path of paths.trim().split(/\s+/))
      assert.equal(verdict(`https://www.linkedin.com${path}`), reason, path);
});

test('a sign-in wall suggests the profile behind it', () => {
  const wall = (target: string) =>
    parseProfileLink(`https://www.linkedin.com/authwall?trk=x&sessionRedirect=${encodeURIComponent(target)}`);
  const suggestion = (target: string) => {
    const parsed = wall(target);
    assert.ok(!parsed.ok && parsed.reason === 'login_redirect');
    return parsed.suggestion;
  };
  assert.equal(suggestion('https://in.linkedin.com/in/Jane-Doe?trk=y'), JANE);
  assert.equal(suggestion('/in/jane-doe'), JANE);
  assert.equal(suggestion('https://www.linkedin.com/company/example'), null);
  assert.equal(suggestion('https://www.linkedin.com/login?session_redirect=%2Fin%2Fjane-doe'), JANE);
  assert.equal(suggestion(''), null);
});

test('linkedin.cn is refused and suggests the same slug on linkedin.com; a short link suggests nothing', () => {
  for (const link of ['https://www.linkedin.cn/in/jane-doe', 'linkedin.cn/incareer/in/jane-doe'])
    assert.deepEqual(parseProfileLink(link), {
      ok: false,
      network: 'linkedin',
      reason: 'unsupported_host',
      suggestion: JANE,
    });
  for (const link of ['https://lnkd.in/eXaMpLe1', 'lnkd.in/p/x', 'http://www.lnkd.in/'])
    assert.equal(verdict(link), 'short_link', link);
});
