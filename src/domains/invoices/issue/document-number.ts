import assert from 'node:assert';

export interface Series {
  prefix: string;
  /** For example `2627`. */
  financialYear: string;
}

const lengthMax = 16;

/** For example `INV/2627/000001`. At most 16 characters (CGST Rule 46(b)). */
export function documentNumber({ prefix, financialYear, serial }: Series & { serial: number }): string {
  const number = `${prefix}/${financialYear}/${String(serial).padStart(6, '0')}`;
  assert(number.length <= lengthMax, `${number} is longer than ${lengthMax} characters`);
  return number;
}
