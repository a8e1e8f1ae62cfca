import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFile } from './open-file.ts';

async function read(file: string) {
  async function* bytes() {
    yield Buffer.from(file);
  }
  const { lines } = await openFile(bytes(), { textBytesMax: file.length });
  const cards: { emails: object[]; full_name: string }[] = [];
  for await (const some of lines) cards.push(...some.map(({ text }) => JSON.parse(text)));
  return cards;
}

const card = (...lines: string[]) => `BEGIN:VCARD\r\n${lines.join('\r\n')}\r\nEND:VCARD\r\n`;
const linkedin = 'https://www.linkedin.com/in/asha-example';

for (const [name, lines, found] of [
  [
    'version 3.0, as Apple writes it',
    [
      'VERSION:3.0',
      'N:Example;Asha;R.;;',
      'FN:Asha R. Example',
      'ORG:Example Works\\, Ltd;Research',
      'TITLE:Engineer',
      'item1.EMAIL;type=INTERNET;type=HOME;type=pref:a@home.example',
      'EMAIL;type=INTERNET;type=WORK:asha@works.exa',
      ' mple',
      'TEL;type=CELL;type=VOICE:+91 98765 43210',
      'TEL;type=FAX:+442079460000',
      'item2.ADR;type=WORK:;;1 Road;Pune;Maharashtra;411001;India',
      'item3.URL;type=pref:https\\://asha.example/',
      `X-SOCIALPROFILE;type=linkedin;x-user=asha-example:${linkedin}`,
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRg',
      ' ABAQEASABIAAD/2wBD',
    ],
    {
      profile_url: linkedin,
      full_name: 'Asha R. Example',
      first_name: 'Asha',
      middle_name: 'R.',
      last_name: 'Example',
      company: 'Example Works, Ltd',
      headline: 'Engineer',
      location: 'Pune, Maharashtra, India',
      country: 'India',
      emails: [
        { address: 'a@home.example', type: 'home' },
        { address: 'asha@works.example', type: 'work' },
      ],
      phones: [{ number: '+91 98765 43210', type: 'mobile' }],
      links: ['https://asha.example/', linkedin],
    },
  ],
  [
    'version 4.0',
    [
      'VERSION:4.0',
      'FN:Asha Example',
      'EMAIL;TYPE=work:asha@works.example',
      'TEL;VALUE=uri;TYPE="voice,cell":tel:+91-98765-43210',
      `SOCIALPROFILE;SERVICE-TYPE=LinkedIn:${linkedin}`,
    ],
    {
      profile_url: linkedin,
      full_name: 'Asha Example',
      emails: [{ address: 'asha@works.example', type: 'work' }],
      phones: [{ number: 'tel:+91-98765-43210', type: 'mobile' }],
      links: [linkedin],
    },
  ],
  [
    'version 2.1, as old phones write it',
    [
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;Zo=C3=AB;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB=20=',
      'M=C3=BCller',
      'ORG;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:Caf=E9, Ltd',
      'TEL;CELL;VOICE:+442079460123',
      'EMAIL;INTERNET:zoe@works.example',
      'URL:github.com/zoe-example',
    ],
    {
      profile_url: 'github.com/zoe-example',
      full_name: 'Zoë Müller',
      first_name: 'Zoë',
      last_name: 'Müller',
      company: 'Café, Ltd',
      emails: [{ address: 'zoe@works.example' }],
      phones: [{ number: '+442079460123', type: 'mobile' }],
      links: ['github.com/zoe-example'],
    },
  ],
] as const) {
  test(`a vCard of ${name} is read`, async () => {
    const [first, second] = await read(card(...lines) + card('FN:B'));
    assert.deepEqual(first, found);
    assert.deepEqual(second, { full_name: 'B', emails: [], phones: [], links: [] });
  });
}

test('a hostile vCard costs what it is long, and the next one is read', async () => {
  const long = 'x'.repeat(200_000);
  const file =
    card(...Array.from({ length: 50_000 }, () => 'EMAIL:a@a.example')) +
    card(
      `FN:${long}`,
      ...Array.from({ length: 50_000 }, () => ' more'),
      `TEL;${'A;'.repeat(9_000)}:1`,
      'EMAIL;"":x',
    ) +
    card(`FN;ENCODING=QUOTED-PRINTABLE:${'=C3=BC=\r\n'.repeat(50_000)}`) +
    card('FN:Last');
  const found = await read(file);
  assert.equal(found.length, 4);
  assert.equal(found[0]!.emails.length, 500);
  assert.equal(found[3]!.full_name, 'Last');
});
