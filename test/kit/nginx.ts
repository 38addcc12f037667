/** Debian's nginx in front of studios, by the configuration that ships. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/setup/ports.js';
import { eventually } from './studio.js';

const SHIPPED = 'deploy/nginx.conf';

/** Undefined where there is none: `apt-get install nginx`. */
export const findNginx = (): string | undefined =>
  ['nginx', '/usr/sbin/nginx'].find((file) => spawnSync(file, ['-v']).status === 0);

export class Nginx {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #said = '';

  private constructor(program: string, port: number, edges: readonly string[]) {
    this.url = `http://127.0.0.1:${port}`;
    this.#folder = mkdtempSync(path.join(tmpdir(), 'sabot-nginx-'));
    const servers = edges.map((url) => `server ${new URL(url).host} $1;`).join('\n  ');
    const shipped = readFileSync(SHIPPED, 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replaceAll(/server studio:3000 (.*);/g, servers);
    writeFileSync(path.join(this.#folder, 'sabot.conf'), shipped);
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    writeFileSync(
      path.join(this.#folder, 'nginx.conf'),
      `daemon off; pid ${this.#folder}/pid; error_log stderr; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${this.#folder}/${name};`).join('\n  ')}
  include ${this.#folder}/sabot.conf;
}
`,
    );
    this.#child = spawn(program, ['-c', path.join(this.#folder, 'nginx.conf'), '-e', 'stderr']);
    this.#child.stderr?.on('data', (text: Buffer) => (this.#said += text.toString()));
  }

  /** Resolves when it passes on what is asked. */
  static async start(program: string, edges: readonly string[]): Promise<Nginx> {
    const nginx = new Nginx(program, await freePort(), edges);
    await eventually(`nginx answers: ${nginx.#said}`, async () => {
      return (await fetch(`${nginx.url}/health`).catch(() => undefined))?.ok;
    });
    return nginx;
  }

  stop(): void {
    this.#child.kill('SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
