import { lazily, load } from '../lazy.ts';
import { words } from '../words.ts';
import { addressParts } from './email-address.ts';
import type { EmailType } from './shapes.ts';

/** None is a reason to drop an address. `role`: a function; `disposable`: a temporary domain; `free`: a public mailbox provider. */
export type EmailTraits = { role: boolean; disposable: boolean; free: boolean };

// The package rebuilds its set of 8,900 domains on every call, so build it once here.
const disposableDomains = lazily(
  (): ReadonlySet<string> =>
    (
      load('disposable-email-domains-js') as typeof import('disposable-email-domains-js')
    ).disposableEmailBlocklistSet(),
);
const roleNames = lazily((): ReadonlySet<string> => new Set(load('role-based-email-addresses') as string[]));

/** Takes a normalized address. Loads its two lists on the first call (about 6 MB). */
export function emailTraits(address: string): EmailTraits {
  const { local, domain } = addressParts(address);
  return { role: isRole(local), disposable: isDisposable(domain), free: freeMailboxDomains.has(domain) };
}

/**
 * The given type if known, else what the address itself shows. An own domain stays `unknown`: on a person's own domain,
 * `hello@` is the person's, and a guess is not a fact.
 */
export function emailType(address: string, given: EmailType = 'unknown'): EmailType {
  if (given !== 'unknown') return given;
  return freeMailboxDomains.has(addressParts(address).domain) ? 'personal' : 'unknown';
}

const isRole = (local: string): boolean => roleNames().has(local.split('+', 1)[0]!);

/** Relays of Apple, Firefox and DuckDuckGo: they hide a lasting mailbox. Other lists have them. */
const relayDomains = words('privaterelay.appleid.com mozmail.com relay.firefox.com duck.com');

/**
 * Relays that give one mailbox as many aliases as its owner likes: SimpleLogin and Proton Pass, addy.io, 33mail. Most give each customer a
 * host below the domain.
 */
const aliasDomains = words(`
  simplelogin.com simplelogin.co simplelogin.fr aleeas.com slmail.me slmails.com 8alias.com 8shield.net dralias.com silomails.com
  passmail.net passinbox.com passfwd.com
  addy.io anonaddy.com anonaddy.me addymail.com mailer.me
  33mail.com
`);

/** Whether one of the domains has this one, or a domain above it. */
export function isUnder(domain: string, domains: ReadonlySet<string>): boolean {
  const labels = domain.split('.');
  return labels.some((_, first) => domains.has(labels.slice(first).join('.')));
}

/** Whether the address belongs to a service that gives one mailbox any number of aliases. Takes a normalized address. */
export const isAlias = (address: string): boolean => isUnder(addressParts(address).domain, aliasDomains);

/** The list has registered domains. Services for temporary mailboxes also use hosts below them. */
function isDisposable(domain: string): boolean {
  return !relayDomains.has(domain) && isUnder(domain, disposableDomains());
}

// The largest public mailbox providers worldwide. Country variants only where they have many users.
const providers = `
  gmail.com googlemail.com
  outlook.com outlook.de outlook.es outlook.fr outlook.in outlook.it outlook.com.br live.com live.ca live.co.uk live.de live.fr
  live.in live.it live.nl msn.com hotmail.com hotmail.be hotmail.ca hotmail.co.uk hotmail.de hotmail.es hotmail.fr hotmail.it
  yahoo.com yahoo.ca yahoo.co.id yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.mx
  yahoo.com.ph yahoo.com.sg yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it ymail.com rocketmail.com aol.com
  icloud.com me.com mac.com proton.me protonmail.com pm.me tuta.com tuta.io tutanota.com fastmail.com fastmail.fm hey.com
  duck.com mail.com email.com zohomail.com zohomail.in rediffmail.com
  gmx.at gmx.ch gmx.com gmx.de gmx.net web.de t-online.de freenet.de posteo.de mailbox.org
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it
  wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz abv.bg ukr.net
  mail.ru bk.ru inbox.ru list.ru yandex.com yandex.ru ya.ru rambler.ru
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com
  naver.com daum.net hanmail.net nate.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp
  uol.com.br bol.com.br terra.com.br ig.com.br comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net
  shaw.ca bell.net sympatico.ca btinternet.com virginmedia.com bigpond.com xtra.co.nz
`;

/** Domains where anyone can open a mailbox, so the domain says nothing about the owner's work. */
export const freeMailboxDomains: ReadonlySet<string> = words(providers);
