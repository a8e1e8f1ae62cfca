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
export const freeMailboxDomains: ReadonlySet<string> = new Set(providers.trim().split(/\s+/));
