/** Whether the host name of a URL stands for this machine. */
export const isLoopbackName = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname);
