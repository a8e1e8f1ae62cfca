import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inherited } from '../../support/inherited.ts';

interface Setup {
  /** Where n8n is installed. */
  folder: string;
  port: number;
  /** A PostgreSQL for n8n alone. */
  databaseUrl: string;
  /** Where Contactry sends events. */
  webhookUrl: string;
  /** The package of the nodes. */
  nodes: string;
  userFolder: string;
}

/** n8n's own program, with its settings in the environment. */
export function n8nProgram({ folder, port, databaseUrl, webhookUrl, nodes, userFolder }: Setup) {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const env = {
    ...inherited(),
    N8N_USER_FOLDER: userFolder,
    N8N_CUSTOM_EXTENSIONS: nodes,
    N8N_ENCRYPTION_KEY: 'only-for-this-run',
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(port + 1),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    WEBHOOK_URL: webhookUrl,
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_SECURE_COOKIE: 'false',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: hostname,
    DB_POSTGRESDB_PORT: databasePort,
    DB_POSTGRESDB_USER: decodeURIComponent(username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
    DB_POSTGRESDB_DATABASE: pathname.slice(1),
  };
  const started = (words: readonly string[]) => {
    const child = spawn(process.execPath, [join(folder, 'node_modules/n8n/bin/n8n'), ...words], {
      cwd: userFolder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    return { child, output: () => output };
  };
  return {
    /** Runs one command to its end, and returns what it printed. */
    async run(...words: string[]): Promise<string> {
      const { child, output } = started(words);
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`n8n ${words.join(' ')} ended with ${code}:\n${output()}`);
      return output();
    },
    /** The server, until it is stopped. */
    start() {
      const { child, output } = started(['start']);
      return {
        output,
        isRunning: () => child.exitCode === null,
        async stop(): Promise<void> {
          if (child.exitCode !== null) return;
          child.kill('SIGTERM');
          await once(child, 'close');
        },
      };
    },
  };
}
