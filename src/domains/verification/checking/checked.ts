import type { Finding } from '#values/email-finding.ts';

/** An email of a profile. */
export interface EmailOf {
  hash: string;
  address: string;
}

export interface Checked extends EmailOf {
  key: string;
  finding: Finding;
}
