import { join } from 'node:path';
import { asJson, command } from '../command.ts';
import { exitCodes } from '../command-failed.ts';
import { serviceEnvironment, serviceFolder } from '../connection/local-settings.ts';
import { show } from '../terminal.ts';
import { counted, wrapped } from '../words.ts';

export const doctorCommand = command({
  name: 'doctor',
  summary: 'check everything that the service depends on, and say what to do',
  about: [
    'Checks configuration, database, migrations, Redis, the credentials of vendors, clock, disk, permissions and port. Run it on the machine and as the user of the service, while that runs or not. A stopped embedded database is started for the check.',
    'It changes nothing and prints no secret. Vendors are asked by calls that cost nothing. The exit code is 1 if there is a fault.',
  ],
  options: { json: asJson },
  examples: ['doctor', 'doctor --json'],

  async run(_, { json }) {
    const environment = serviceEnvironment();
    const { runDoctor } = await import('#app/doctor/run-doctor.ts');
    const findings = await runDoctor(environment, join(serviceFolder(process.cwd()), '.env'));
    const faults = findings.filter(({ state }) => state === 'fault').length;
    show({ ok: faults === 0, findings }, json, () => findingsText(findings, faults));
    return faults === 0 ? exitCodes.done : exitCodes.failed;
  },
});

type Finding = Awaited<ReturnType<typeof import('#app/doctor/run-doctor.ts')['runDoctor']>>[number];

const marks = { ok: 'ok', warning: 'warning', fault: 'FAULT', skipped: '-' } as const;
const indent = ' '.repeat(34);

function findingsText(findings: Finding[], faults: number): string {
  const lines = findings.flatMap(({ check, state, says, remedy }) => {
    const [first, ...rest] = [...wrapped(says, 61), ...(remedy ? wrapped(remedy, 61) : [])];
    return [`  ${marks[state].padEnd(9)}${check.padEnd(23)}${first}`, ...rest.map((line) => indent + line)];
  });
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  const sum = `${faults === 0 ? 'No fault' : counted(faults, 'fault')}, ${counted(warnings, 'warning')}.`;
  return `${lines.join('\n')}\n\n  ${sum}\n`;
}
