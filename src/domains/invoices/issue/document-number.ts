import assert from 'node:assert';

export interface Series {
  prefix: string;
  /** For example `2627`. */
  financial_year: string;
}

const lengthMax = 16;

/** For example `INV/2627/000001`. At most 16 characters (CGST Rule 46(b)). */
export function documentNumber({ prefix, financial_year, serial }: Series & { serial: number }): string {
  const number = `${prefix}/${financial_year}/${String(serial).padStart(6, '0')}`;
  assert(number.length <= lengthMax, `${number} is longer than ${lengthMax} characters`);
  return number;
}
