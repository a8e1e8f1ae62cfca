import { dashboard } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { balanceOf, everHadCredits } from '#domains/credits/index.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { parseProfileLink } from '#values/profile-link/index.ts';
import { contactsForTestKey } from '../finding/fictional-directory.ts';
import { lookupPrice } from '../paying/pay.ts';
import { FindAnswer, FindRequest } from '../shapes.ts';
import { exampleAnswer } from './example-answer.ts';

export const findExample = operation({
  id: 'lookup.find-example',
  summary: 'Look up a fictional person, free',
  description:
    'Answers like a lookup with a test key, without a key: the warning `fictional_person` says so. Nothing is stored or charged. Any other link is refused without being looked up: with 402 before the first purchase, else with 422.',
  kind: 'query',
  doors: [dashboard('POST', '/internal/examples/{account_id}')],
  account: 'required',
  input: FindRequest,
  example: { profile_url: 'https://www.linkedin.com/in/asha-example' },
  output: FindAnswer,
  errors: ['not_found', 'insufficient_credits'],

  async run(ctx, request) {
    const link = parseProfileLink(request.profile_url, ctx.ports.use(CodeHosts));
    const contacts = link.ok ? contactsForTestKey(link.profile) : null;
    const { balance } = await balanceOf(ctx.db, ctx.account.id);
    if (!link.ok || !contacts) {
      if (!(await everHadCredits(ctx.db, ctx.account.id)))
        return ctx.fail('insufficient_credits', { members: { balance, required: lookupPrice } });
      return failField(
        ['profile_url'],
        'Input should be one of the links of `GET /internal/examples/{account_id}`',
      );
    }
    const answer = exampleAnswer(request, { profile: link.profile, contacts, createdAt: ctx.now() });
    answer.credits.remaining = balance;
    return answer;
  },
});
