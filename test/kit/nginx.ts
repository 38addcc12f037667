/** Debian's nginx in front of studios, by the configuration that ships. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/setup/ports.js';
import { eventually } from './studio.js';

const SHIPPED = 'deploy/nginx.conf';
const SHIPPED_MAIN = 'deploy/nginx-main.conf';

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
  /** Whether this machine is a proxy in front of it. */
  readonly isBehindProxy?: boolean;
}

/** As somebody who has a certificate edits the file. */
const withTls = (shipped: string, { port, certificate, key }: Tls): string =>
  shipped
    .replaceAll('#tls ', '')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/nginx/tls/sabot.crt', certificate)
    .replace('/etc/nginx/tls/sabot.key', key);

/** As somebody who has a proxy or a load balancer in front edits it. */
const withProxy = (shipped: string): string =>
  shipped
    .replaceAll('#proxy ', '')
    .replace('set_real_ip_from 10.0.0.0/8', 'set_real_ip_from 127.0.0.1');

/** The main file, in a folder of its own, as one process that stays in front of who started it. */
const mainOf = (shipped: string, folder: string): string => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n  ');
  return `daemon off;\n${shipped}`
    .replace('user nginx;', process.getuid?.() === 0 ? 'user root;' : '')
    .replace('worker_processes auto;', 'worker_processes 1;')
    .replace('/run/nginx.pid', `${folder}/pid`)
    .replace('/var/log/nginx/error.log notice', 'stderr')
    .replace('/var/log/nginx/access.log combined', 'off')
    .replace('include /etc/nginx/conf.d/*.conf;', `${temporary}\n  include ${folder}/sabot.conf;`);
};

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

  private constructor(program: string, port: number, { edges, tls, isBehindProxy }: Served) {
    this.url = `http://127.0.0.1:${port}`;
    this.#folder = mkdtempSync(path.join(tmpdir(), 'sabot-nginx-'));
    // Edges by their addresses, as in front of machines: Debian's nginx looks names up once.
    const servers = edges.map((url) => `server ${new URL(url).host} $1;`).join('\n  ');
    let shipped = readFileSync(SHIPPED, 'utf8')
      .replace('listen 80 ', `listen 127.0.0.1:${port} `)
      .replaceAll(/server studio:3000 resolve (.*);/g, servers);
    if (tls !== undefined) shipped = withTls(shipped, tls);
    if (isBehindProxy === true) shipped = withProxy(shipped);
    writeFileSync(path.join(this.#folder, 'sabot.conf'), shipped);
    const main = path.join(this.#folder, 'nginx.conf');
    writeFileSync(main, mainOf(readFileSync(SHIPPED_MAIN, 'utf8'), this.#folder));
    this.#child = spawn(program, ['-c', main, '-e', 'stderr']);
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
