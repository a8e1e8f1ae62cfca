const names: Readonly<Record<string, string>> = {
  linkedin: 'LinkedIn',
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  codeberg: 'Codeberg',
  forgejo: 'Forgejo',
  sourcehut: 'SourceHut',
};

/** A network as it writes itself. */
export const networkName = (network: string): string => names[network] ?? network;
