export interface Host {
  host: string;
  port: number;
}

export interface DatabaseUrl {
  hosts: [Host, ...Host[]];
  /** With the first host alone, as the parsers of URLs take it. */
  url: string;
}

const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
const portDefault = 5432;

/** A URL of PostgreSQL with one host or several, as libpq takes it: `postgres://user@a:5432,b:5432/name`. Null if it is none. */
export function readDatabaseUrl(text: string): DatabaseUrl | null {
  const [, before = '', list = '', after = ''] = parts.exec(text) ?? [];
  const urls = list.split(',').map((host) => URL.parse(before + host + after));
  const [url] = urls;
  if (!url || (urls.length > 1 && urls.some((each) => !each?.hostname))) return null;
  const hosts = urls.map((each) => each && hostOf(each));
  return hosts.includes(null) ? null : { hosts: hosts as DatabaseUrl['hosts'], url: url.href };
}

const hostOf = ({ hostname, port }: URL): Host => ({
  host: decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1'),
  port: Number(port || portDefault),
});
