import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { commandLine } from '#test/support/command-line.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { allCommands, commands, groups } from './commands.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { readArguments } from './read-arguments.ts';

const run = commandLine(tmpdir());

test('help lists every command, and is shown if no command is given', async () => {
  const { code, out } = await run([]);
  assert.equal(code, 0);
  for (const { name } of commands) assert.match(out, new RegExp(`^ +${name} `, 'm'));
  assert.equal((await run(['help'])).out, out);
  assert.equal((await run(['--help'])).out, out);
});

test('--version shows the version of the project', async () => {
  assert.deepEqual(await run(['--version']), { code: 0, out: `contactry ${packageJson.version}\n`, err: '' });
});

for (const command of allCommands) {
  test(`help ${command.name} explains its options with examples, and so does --help`, async () => {
    const text = commandHelp(command);
    for (const name of Object.keys(command.options)) assert.ok(text.includes(`--${name}`), name);
    assert.match(text, new RegExp(`^ +Examples\\n +\\./contactry ${command.name}`, 'm'));
    assert.deepEqual(readArguments(['help', ...command.name.split(' ')]), { show: 'help', of: command });
    assert.deepEqual(readArguments([...command.name.split(' '), '--help']), { show: 'help', of: command });
  });

  test(`the examples of ${command.name} are valid commands`, () => {
    for (const example of command.examples) {
      const words = example
        .replace('\\\n', '')
        .split(/ [<>] /)[0]!
        .match(/"[^"]*"|[^ "]+="[^"]*"|\S+/g)!;
      const read = readArguments(words.map((word) => word.replaceAll('"', '')));
      assert.ok('run' in read && read.run === command, example);
    }
  });
}

test('help is never wider than 80 columns', () => {
  for (const text of [overview(), ...allCommands.map(commandHelp), ...groups.map(groupHelp)]) {
    const long = text.split('\n').filter((line) => line.length > 80);
    assert.deepEqual(long, []);
  }
});
