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

/** What makes a certificate. */
export const hasOpenssl = (): boolean => spawnSync('openssl', ['version']).status === 0;

interface Tls {
  readonly port: number;
  /** Files. */
  readonly certificate: string;
  readonly key: string;
}

interface Served {
  readonly edges: readonly string[];
  readonly tls?: Tls;
}

/** As somebody who has a certificate edits the file. */
const withTls = (shipped: string, { port, certificate, key }: Tls): string =>
  shipped
    .replaceAll('#tls ', '')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/nginx/sabot.crt', certificate)
    .replace('/etc/nginx/sabot.key', key);

/** A certificate that nobody has signed but itself, for this machine. */
export const selfSigned = (folder: string): Omit<Tls, 'port'> => {
  const [certificate, key] = [path.join(folder, 'own.crt'), path.join(folder, 'own.key')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', key, '-out', certificate],
  ]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr.toString()}`);
  return { certificate, key };
};

export class Nginx {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #said = '';

  private constructor(program: string, port: number, { edges, tls }: Served) {
    this.url = `http://127.0.0.1:${port}`;
    this.#folder = mkdtempSync(path.join(tmpdir(), 'sabot-nginx-'));
    const servers = edges.map((url) => `server ${new URL(url).host} $1;`).join('\n  ');
    const shipped = readFileSync(SHIPPED, 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replaceAll(/server studio:3000 (.*);/g, servers);
    writeFileSync(path.join(this.#folder, 'sabot.conf'), tls ? withTls(shipped, tls) : shipped);
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
  static async start(program: string, served: Served): Promise<Nginx> {
    const nginx = new Nginx(program, await freePort(), served);
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
