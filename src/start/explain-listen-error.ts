/** An address to listen on, and the variables that set it. */
export interface ListenAddress {
  host: { variable: string; value: string };
  port: { variable: string; value: number };
}

/** Why the process can't listen there and what to set instead. Null if no setting can fix it. */
export function explainListenError({ code = '' }: NodeJS.ErrnoException, at: ListenAddress): string | null {
  const { host, port } = at;
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port.value} of ${host.value} is in use, perhaps by another Contactry. ` +
        `Stop that program, or set ${port.variable} to another port.`
      );
    case 'EACCES':
      return (
        `${port.variable} is ${port.value}, but only root may listen on ports below 1024. ` +
        `Set ${port.variable} to 1024 or higher, and let a reverse proxy listen on ${port.value}.`
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
  `Set ${variable} to 127.0.0.1 for this machine only, to 0.0.0.0 for all its networks, or to one of its addresses.`;
