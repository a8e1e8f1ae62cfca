import { lazily, load } from '../lazy.ts';
import { trimmed } from '../normalised.ts';
import { words } from '../words.ts';
import { addressParts, normaliseEmail } from './email-address.ts';
import { isLocalHostName } from './host-name.ts';

/** Why an address in a public source can't be a person's. */
export type DropReason =
  | 'noreply'
  | 'bot'
  | 'clone_address'
  | 'local_host'
  | 'reserved_name'
  | 'placeholder'
  | 'unknown_suffix'
  | 'malformed';

export type SourceEmailJudgement = { keep: true } | { keep: false; reason: DropReason };

/**
 * Whether an address found in a profile, manifest, commit or web page is a person's. Public text is full of masked and
 * unattended addresses. Role names (`hello@`, `dev@`) pass: on a one-person domain they are the person's; see `emailTraits`.
 */
export function judgeSourceEmail(address: string): SourceEmailJudgement {
  const normalised = normaliseEmail(address);
  return judge(normalised.ok ? normalised.value : trimmed(address).toLowerCase(), normalised.ok);
}

function judge(address: string, isWellFormed: boolean): SourceEmailJudgement {
  const { local, domain } = addressParts(address);
  const mailbox = local.includes('+') ? local.split('+', 1)[0]! : local;

  if (isLocalHostName(domain)) return drop('local_host');
  if (isNoReply(mailbox, domain)) return drop('noreply');
  if (local.includes('[bot]') || isAutomation(mailbox, domain)) return drop('bot');
  if (mailbox === 'git' && codeHosts.has(domain)) return drop('clone_address');
  if (isReservedName(local, domain)) return drop('reserved_name');
  if (!isWellFormed) return drop('malformed');
  if (isPlaceholder(mailbox, domain)) return drop('placeholder');
  if (!hasKnownSuffix(domain)) return drop('unknown_suffix');
  return { keep: true };
}

/**
 * The same for an operator's own file. We trust it about people, so reserved names pass, because demo directories need them.
 * Unattended addresses (`noreply`, masks, bots, names without a public suffix) still fail.
 */
export function judgeOwnEmail(address: string): SourceEmailJudgement {
  const judgement = judge(address, true);
  return !judgement.keep && judgement.reason === 'reserved_name' ? { keep: true } : judgement;
}

const drop = (reason: DropReason): SourceEmailJudgement => ({ keep: false, reason });

// `ID+name@users.noreply.github.com`, `ID-name@users.noreply.gitlab.com`, `name@noreply.<any Forgejo>`, `npm-oidc-no-reply@`.
const noReplyLabel = /(?:^|\.)(?:noreply|no-reply|donotreply|do-not-reply)\./;
const noReplyMailbox = /(?:^|[-_.])(?:no|donot|do[-_.]not)[-_.]?reply(?:$|[-_.])/;

const isNoReply = (mailbox: string, domain: string): boolean =>
  (domain.includes('reply.') && noReplyLabel.test(domain)) ||
  (mailbox.includes('reply') && noReplyMailbox.test(mailbox));

// Mailboxes that software commits with. A plain `bot@` is not listed, since it can be a person's own.
const automationMailboxes = words(`
  dependabot dependabot-preview github-actions greenkeeper imgbot mergify release-please renovate
  renovate-bot semantic-release-bot snyk-bot
`);
const automationMailboxesAt = new Map([
  ['codacy.com', ['badger']],
  ['cursor.com', ['cursoragent']],
  ['dependabot.com', ['support']],
  ['github.com', ['action', 'actions', 'copilot', 'support']],
  ['gitter.im', ['badger']],
  ['greenkeeper.io', ['support']],
  ['pyup.io', ['github-bot']],
  ['renovateapp.com', ['bot']],
  ['stickler-ci.com', ['support']],
]);
// 32 hexadecimal digits before the @ are a key in a script (Sentry's DSN), not a mailbox.
const scriptKey = /^[\da-f]{32}$/;

const isAutomation = (mailbox: string, domain: string): boolean =>
  automationMailboxes.has(mailbox) ||
  automationMailboxesAt.get(domain)?.includes(mailbox) ||
  scriptKey.test(mailbox);

// `git@github.com:owner/repository.git`, read as an address.
const codeHosts = words('bitbucket.org codeberg.org git.sr.ht github.com gitlab.com');

const reservedEndings = words('example invalid test');
const documentationDomains = words('example.com example.net example.org');

/**
 * RFC 2606 and RFC 6761. Names under `.example`, `.invalid` and `.test` can't exist. On the three documentation domains, only
 * the bare form of manuals (`jane@example.com`) is dropped. A plus tag or an own host (`jane@mail.example.net`) was set up by
 * someone, and the DNS check decides.
 */
function isReservedName(local: string, domain: string): boolean {
  if (reservedEndings.has(domain.slice(domain.lastIndexOf('.') + 1))) return true;
  return documentationDomains.has(domain) && !local.includes('+');
}

// Forms, templates and masked answers show these instead of an address (`email_not_unlocked` is Apollo's mask).
const placeholderMailboxes = words(`
  email_not_unlocked example first.last firstname.lastname name.surname your-email your-name your.email
  your.name your_email your_name youremail yourname
`);
const placeholderDomains = words(`
  domain.com mydomain.com mysite.com test.com your-domain.com yourcompany.com yourdomain.com yoursite.com
  yourwebsite.com
`);
const stockMailboxes = words('email name someone somebody user username you');
const stockDomains = words('company.com email.com gmail.com mail.com site.com website.com');

const isPlaceholder = (mailbox: string, domain: string): boolean =>
  placeholderMailboxes.has(mailbox) ||
  placeholderDomains.has(domain) ||
  (stockMailboxes.has(mailbox) && stockDomains.has(domain));

// Text such as `logo@2x.png` only looks like an address: `.png` is not a top-level domain.
const publicSuffixes = lazily(() => load('tldts') as typeof import('tldts'));

const hasKnownSuffix = (domain: string): boolean =>
  publicSuffixes().parse(domain, { allowPrivateDomains: false }).isIcann === true;
