/** An address to listen on, and the variables that name it. */
export interface ListenAddress {
  host: { variable: string; value: string };
  port: { variable: string; value: number };
}

/** Why nothing can listen there and what to set instead; null for a fault that no setting mends. */
export function listenRefusal({ code = '' }: NodeJS.ErrnoException, at: ListenAddress): string | null {
  const { host, port } = at;
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port.value} of ${host.value} is in use, perhaps by another Contactry. ` +
        `Stop that program, or set ${port.variable} to another port.`
      );
    case 'EACCES':
      return (
        `${port.variable} is ${port.value}, and this user may not listen there: low ports belong to root. ` +
        `Set ${port.variable} to a port from 1024 on, and let a reverse proxy take ${port.value}.`
      );
    case 'EADDRNOTAVAIL':
      return `${named(host)} which is not an address of this machine. ${otherHost(host.variable)}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
      return `${named(host)} which is neither an IP address nor a name that resolves to one. ${otherHost(host.variable)}`;
    case 'EINVAL':
    case 'EAFNOSUPPORT':
      return `${named(host)} on which this machine can't listen. ${otherHost(host.variable)}`;
    default:
      return null;
  }
}

const named = ({ variable, value }: ListenAddress['host']) => `${variable} is ${value},`;

const otherHost = (variable: string) =>
  `Set ${variable} to 127.0.0.1 for this machine alone, to 0.0.0.0 for every network it is in, or to one of its own addresses.`;
