import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';

const guide = join(import.meta.dirname, '../../docs/guide/deploying.md');

/** The guide's configuration of two processes, without TLS and with other ports, so that what is tested is what people copy. */
async function guidesConfiguration(port: number, upstreams: readonly [number, number]): Promise<string> {
  const blocks = [...(await readFile(guide, 'utf8')).matchAll(/```nginx\n(.*?)```/gs)].map(
    ([, text]) => text!,
  );
  const one = blocks.find((text) => text.includes('server_name'));
  const two = blocks.find((text) => text.includes('127.0.0.1:8081'));
  if (!one || !two) throw new Error(`${guide} has no nginx configuration of one process and of two`);
  return one
    .replace(/upstream contactry \{.*?\n\}/s, two)
    .replace(/^.*(listen \[::\]|ssl_certificate).*\n/gm, '')
    .replace(/listen 443.*;/, `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:8080', `127.0.0.1:${upstreams[0]}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${upstreams[1]}`);
}

export async function startNginx(folder: string, port: number, upstreams: readonly [number, number]) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `
worker_processes 2;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log info;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${await guidesConfiguration(port, upstreams)}
}
`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'nginx.conf'), main);
  const child: ChildProcess = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  const gone = ended.then(([code]) => {
    throw new Error(`nginx ended with ${code}`);
  });
  await Promise.race([gone, eventually(() => fetch(`http://127.0.0.1:${port}/metrics`))]);
  gone.catch(() => {});
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGQUIT');
      await ended;
    },
  };
}
