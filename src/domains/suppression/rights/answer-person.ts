import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { type Block, type Draft, dayText, mailPerson, said } from '#domains/mails/index.ts';
import type { Provenance } from '#values/contacts/index.ts';
import { namedValues, personMembers } from '../named-values.ts';
import { mailTo, Reason, suppressionIdOf } from '../shapes.ts';
import { exportOf, type PersonExport } from './export-person.ts';
import type { KnownProfile } from './export-shapes.ts';

export const answerPerson = operation({
  id: 'suppression.answer-person',
  summary: 'Mail a person what is known about them',
  description:
    'Answers an access request (GDPR Art. 15): the mail has each profile with its values, where and when each was seen, and how often it was ' +
    'given to customers. Check first that the address is theirs. Export the person to see what will be sent.',
  kind: 'command',
  roles: ['support'],
  doors: [admin('POST', '/api/v1/admin/people/answer')],
  input: Type.Object({ ...personMembers, mail_to: mailTo, reason: Reason }),
  example: { email: 'asha@asha.example.com', mail_to: 'asha@asha.example.com', reason: 'Asked by letter' },
  output: Type.Object({
    profiles: Type.Integer({ description: 'Profiles in the mail.' }),
    mailed: Type.Boolean({ description: 'False if no mail sender is configured.' }),
  }),

  async run(ctx, { mail_to, reason, ...members }) {
    const known = await exportOf(ctx, members);
    const mailed = await mailPerson(ctx, mail_to, answerMail(known, ctx.ports.publicUrl()));
    const suppressions = namedValues(ctx.ports, [{ members }]).map(({ key }) => suppressionIdOf(key));
    ctx.audit('person.answered', {
      before: { mailed: false },
      after: { mailed, profiles: known.profiles.length },
      suppressions,
      reason,
    });
    return { profiles: known.profiles.length, mailed };
  },
});

function answerMail({ profiles, suppressions, exported_at }: PersonExport, home: string): Draft {
  const hidden = 'You have opted out: none of it is given to customers.';
  return {
    template: 'person_answer',
    values: { profiles: String(profiles.length), optout_url: `${home}/opt-out` },
    subject: 'The data about you',
    blocks: [
      `You asked ${home} for the data that it has about you. This is all of it, as of ${dayText(exported_at)}.`,
      ...(profiles.length === 0 ? ['Nothing is stored about you.'] : profiles.flatMap(profileBlocks)),
      ...(suppressions.length > 0
        ? [hidden]
        : [
            'If you do not want it to be given to customers, opt out:',
            { link: `${home}/opt-out`, label: 'Opt out' },
          ]),
    ],
  };
}

function profileBlocks({
  profile,
  directory,
  source_answers,
  recipients_total,
  recipients,
}: KnownProfile): Block[] {
  const stores = [
    ...(directory ? [['directory', directory] as const] : []),
    ...source_answers.map((answer) => [answer.source, answer] as const),
  ];
  const last = recipients[0] ? `, last on ${dayText(recipients[0].at)}` : '';
  return [
    {
      facts: [
        ['Profile', profile.url],
        ...stores.flatMap(([, { person, emails, phones, links }]) => [
          ...Object.values(person).flatMap((text) => (text ? [['About you', said(text)] as const] : [])),
          ...emails.map(({ address, sources }) => ['Email', `${address} ${seenAt(sources)}`] as const),
          ...phones.map(({ number, sources }) => ['Phone', `${number} ${seenAt(sources)}`] as const),
          ...links.map(({ url, sources }) => ['Link', `${url} ${seenAt(sources)}`] as const),
        ]),
        ['Given to customers', recipients_total === 1 ? `once${last}` : `${recipients_total} times${last}`],
      ],
    },
  ];
}

/** The latest sighting. */
const seenAt = ([{ source, url, seen_at }]: readonly [Provenance, ...Provenance[]]): string =>
  `(${url ?? source}, ${dayText(new Date(seen_at))})`;
