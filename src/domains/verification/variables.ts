import { entries, rejectValue, variable } from '#core/environment.ts';
import { vendorVariables } from '#platform/mailbox-checks/all-vendors.ts';

const standInForm = /^([a-z\d.-]+)=(\d{1,5})$/;

const standInsIn = (value: string): ReadonlyMap<string, number> =>
  new Map(
    entries(value).map((entry): [string, number] => {
      const [, host, port] = standInForm.exec(entry) ?? rejectValue('must be a list of host=port');
      return [host!, Number(port)];
    }),
  );

const serverForm = /^[\da-f.:[\]]+$/i;

export const verificationVariables = {
  DNS_SERVERS: variable(
    "Name servers for mail domains and websites, comma-separated, in place of the system's.",
    [] as readonly string[],
    (value) =>
      entries(value).map((server) =>
        serverForm.test(server)
          ? server
          : rejectValue('must be a list of IP addresses, each with an optional port'),
      ),
    '192.0.2.53,198.51.100.53',
  ),
  MAIL_STAND_INS: variable(
    'Mail servers that loopback ports replace, comma-separated, for development. See VENDOR_STAND_INS.',
    new Map() as ReadonlyMap<string, number>,
    standInsIn,
    'mx.asha.example=2525',
  ),
  ...vendorVariables,
};
