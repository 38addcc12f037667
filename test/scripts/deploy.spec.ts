/** What ships to run a studio: the chart, and the files for Compose and for nginx. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { TSC } from '../../scripts/setup/build.js';
import { type Manifest, renderChart } from '../kit/helm-template.js';

const CHART = 'deploy/helm/sabot';
const config = readFileSync('src/config.ts', 'utf8');
const isSetting = (name: string): boolean => new RegExp(`^  ${name}: `, 'm').test(config);
const ROLES = ['edge', 'table', 'worker'];

interface Variable {
  readonly name: string;
  readonly value?: unknown;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

interface Container {
  readonly env: readonly Variable[];
  readonly envFrom?: readonly { readonly secretRef: { readonly name: string } }[];
  readonly command: readonly string[];
  readonly resources?: unknown;
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: unknown };
    readonly privileged?: boolean;
  };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly imagePullSecrets?: readonly { readonly name: string }[];
  readonly securityContext?: {
    readonly runAsNonRoot?: boolean;
    readonly seccompProfile?: { readonly type: string };
    readonly fsGroup?: number;
  };
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
}

interface Deployment extends Manifest {
  readonly spec: {
    readonly replicas: number;
    readonly minReadySeconds: number;
    readonly strategy?: { readonly type?: string };
    readonly selector: { readonly matchLabels: Record<string, string> };
    readonly template: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: Pod;
    };
  };
}

const deployments = (values = {}): readonly Deployment[] =>
  renderChart(CHART, values).filter((each): each is Deployment => each.kind === 'Deployment');

const CONSOLE = { enabled: true, volumes: [], volumeMounts: [] };

const podsOf = (values = {}): readonly Pod[] =>
  deployments({ console: CONSOLE, ...values }).map(({ spec }) => spec.template.spec);

const containersOf = ({ initContainers = [], containers }: Pod): readonly Container[] => [
  ...initContainers,
  ...containers,
];

/** What the profile `restricted` of Pod Security lets a volume be. */
const VOLUMES = [
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim'],
  ...['projected', 'secret'],
];

/** What a namespace that enforces the profile `restricted` of Pod Security refuses a pod for. */
const refusedFor = (pod: Pod): readonly string[] => {
  const { securityContext: all, volumes = [] } = pod;
  const wrong = {
    'runs as root': all?.runAsNonRoot !== true,
    'has no seccomp profile': all?.seccompProfile?.type !== 'RuntimeDefault',
    'has what is the host’s': ['hostNetwork', 'hostPID', 'hostIPC'].some((name) => name in pod),
    'has a volume of another kind': volumes.some((volume) =>
      Object.keys(volume).some((name) => name !== 'name' && !VOLUMES.includes(name)),
    ),
    'may become more': containersOf(pod).some(
      ({ securityContext: own }) =>
        own?.allowPrivilegeEscalation !== false || own.privileged === true,
    ),
    'has capabilities': containersOf(pod).some(
      ({ securityContext: own }) =>
        own?.capabilities?.drop?.includes('ALL') !== true || own.capabilities.add !== undefined,
    ),
  };
  return Object.entries(wrong).flatMap(([what, is]) => (is ? [what] : []));
};

const envOf = ({ spec }: Deployment): Record<string, unknown> =>
  Object.fromEntries(
    spec.template.spec.containers[0]!.env.map(({ name, value }) => [name, value] as const),
  );

/** What a container has of which Secret: all of it, or one key. */
const secretsOf = ({ env, envFrom = [] }: Container): readonly string[] => [
  ...envFrom.map(({ secretRef }) => secretRef.name),
  ...env.flatMap(({ valueFrom }) =>
    valueFrom === undefined ? [] : `${valueFrom.secretKeyRef.name}/${valueFrom.secretKeyRef.key}`,
  ),
];

/**
 * What the compiler finds in them where each is a literal of its kind's type, of which a field too
 * many is an error as well.
 */
const faultsByTypes = (all: readonly Manifest[]): string => {
  const cache = 'node_modules/.cache';
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'chart-'));
  try {
    const file = path.join(folder, 'manifests.ts');
    const literals = all.map((manifest, index) => {
      const [version, group = 'core'] = String(manifest['apiVersion']).split('/').reverse();
      const module = `kubernetes-types/${group.replace('.k8s.io', '')}/${version}.js`;
      const type = `import('${module}').${manifest.kind}`;
      return `export const of${index}: ${type} = ${JSON.stringify(manifest)};`;
    });
    writeFileSync(file, literals.join('\n'));
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--ignoreConfig',
    ];
    return spawnSync(process.execPath, [TSC, ...options, file], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('the chart', () => {
  it('runs each role as often as its values say, and gives rounds the time to end', () => {
    const all = deployments({ replicas: { edge: 4, table: 3, worker: 1 }, drainMs: 120_000 });
    expect(all.map(({ spec }) => spec.replicas)).toEqual([4, 3, 1]);
    expect(all.map((each) => envOf(each)['SABOT_ROLES'])).toEqual(ROLES);
    for (const each of all) {
      expect(each.spec.minReadySeconds).toBe(10);
      expect(each.spec.template.spec.terminationGracePeriodSeconds).toBe(135);
      expect(envOf(each)['DRAIN_MS']).toBe('120000');
    }
  });

  it('writes a long drain as a whole number, which the studio reads', () => {
    for (const each of deployments({ drainMs: 1_200_000 })) {
      expect(each.spec.template.spec.terminationGracePeriodSeconds).toBe(1_215);
      expect(envOf(each)['DRAIN_MS']).toBe('1200000');
    }
  });

  it('names settings that the studio has, and programs that are built', () => {
    for (const each of deployments({ env: { LOG_LEVEL: 'warn' } })) {
      expect(envOf(each)['LOG_LEVEL']).toBe('warn');
      const unknown = Object.keys(envOf(each)).filter((name) => !isSetting(name));
      expect(unknown).toEqual(['DATABASE_OWNER_URL']);
      const { initContainers, containers } = each.spec.template.spec;
      const files = [...initContainers![0]!.command, ...containers[0]!.command]
        .filter((word) => word.startsWith('dist/'))
        .map((file) => file.replace(/^dist\/(.*)\.js$/, 'src/$1.ts'));
      expect(files).toEqual(['src/migration/migrate-command.ts', 'src/main.ts']);
      expect(files.filter((file) => !existsSync(file))).toEqual([]);
    }
  });

  it('hands the owner of the database to the migrations, and to no process of the studio', () => {
    for (const each of deployments({ ownerSecret: 'of-the-owner' })) {
      const { initContainers, containers } = each.spec.template.spec;
      expect(secretsOf(initContainers![0]!)).toEqual([
        'of-the-owner/DATABASE_OWNER_URL',
        'sabot/DATABASE_URL',
        'sabot/REDIS_URL',
      ]);
      expect(secretsOf(containers[0]!)).toEqual(['sabot']);
      // Also where the Secret of the studio still has it.
      expect(envOf(each)['DATABASE_OWNER_URL']).toBe('');
    }
  });

  it('has a console, which is the owner and no studio, where one is wanted', () => {
    expect(deployments()).toHaveLength(ROLES.length);
    const [found] = deployments({ console: CONSOLE }).filter(
      ({ metadata }) => metadata.name === 'studio-console',
    );
    expect(secretsOf(found!.spec.template.spec.containers[0]!)).toEqual([
      'sabot-owner/DATABASE_OWNER_URL',
      'sabot/SABOT_ANCHOR_KEY',
      'sabot/SABOT_OPERATORS_KEY',
      'sabot/SABOT_STUDIO_KEY',
      'sabot/SABOT_JWT_KEY',
    ]);
    expect(found!.spec.template.metadata.labels).toEqual(found!.spec.selector.matchLabels);
  });

  it('starts where Pod Security is restricted, by an image whose user is a number', () => {
    expect(podsOf().map(refusedFor)).toEqual([[], [], [], []]);
    // Of a name Kubernetes cannot tell that it is not root's.
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });

  it('migrates without the keys that were dropped on purpose', () => {
    const name = 'DATABASE_KEYS_DROPPED';
    for (const { initContainers } of podsOf({ keysDropped: 'tips_player_id_fkey' })) {
      const env = initContainers?.[0]?.env.find((each) => each.name === name);
      expect(env?.value).toBe(initContainers && 'tips_player_id_fkey');
    }
    expect(compose('docker-compose.yml')['migrate']!.environment).toHaveProperty(name);
  });

  it('says to the migrations where the studio keeps its jobs', () => {
    const said = (values: object) =>
      podsOf(values).flatMap(({ initContainers }) =>
        (initContainers?.[0]?.env ?? [])
          .filter(({ name }) => name === 'QUEUE_BACKEND')
          .map(({ value }) => value),
      );
    expect(said({})).toEqual([]);
    const set = { env: { QUEUE_BACKEND: 'postgres' } };
    expect(said(set)).toEqual(['postgres', 'postgres', 'postgres']);
    expect(compose('docker-compose.yml')['migrate']!.environment).toMatchObject({
      QUEUE_BACKEND: 'redis',
    });
  });

  it('takes its image from a registry that wants a password', () => {
    for (const { imagePullSecrets } of podsOf({ imagePullSecrets: [{ name: 'registry' }] })) {
      expect(imagePullSecrets).toEqual([{ name: 'registry' }]);
    }
  });

  it('says of each container what it needs, as a quota asks', () => {
    const resources = { requests: { cpu: '1' } };
    const all = podsOf({ resources }).flatMap(containersOf);
    expect(all.map((each) => each.resources)).toEqual(Array(7).fill(resources));
  });

  it('gives the console volumes for files that outlive it, which its user may write to', () => {
    const page = readFileSync('docs/operations.md', 'utf8');
    const [, given] = /--set-json 'console=(.*?)'/.exec(page)!;
    const { spec } = deployments({ console: JSON.parse(given!) as unknown }).at(0)!;
    const pod = spec.template.spec;
    expect(pod.volumes).toEqual([
      { name: 'archive', persistentVolumeClaim: { claimName: 'sabot-archive' } },
    ]);
    expect(pod.containers[0]!.volumeMounts).toEqual([{ name: 'archive', mountPath: '/archive' }]);
    expect(pod.securityContext!.fsGroup).toBe(1000);
    expect(refusedFor(pod)).toEqual([]);
    // A volume that one node has cannot be the former pod's and the next one's at once.
    expect(spec.strategy).toEqual({ type: 'Recreate' });
  });

  it('has nothing that Kubernetes does not know, and all that it asks for', () => {
    const everything = {
      imagePullSecrets: [{ name: 'registry' }],
      env: { TABLE_LEASE_MS: '4000' },
      console: {
        enabled: true,
        volumes: [{ name: 'archive', persistentVolumeClaim: { claimName: 'archive' } }],
        volumeMounts: [{ name: 'archive', mountPath: '/archive' }],
      },
      ingress: { enabled: true, className: 'nginx', host: 'sabot.test', tlsSecret: 'crt' },
    };
    const all = [...renderChart(CHART), ...renderChart(CHART, everything)];
    expect(faultsByTypes(all)).toBe('');
    const misspelt = all.map((each) => ({ ...each, specs: {} }));
    expect(faultsByTypes(misspelt)).toContain(`'"specs"' does not exist in type 'Deployment'`);
  });

  it('selects what it has labelled: the service the edges, each deployment its own', () => {
    const all = renderChart(CHART);
    for (const { spec } of deployments()) {
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    }
    const service = all.find(({ kind }) => kind === 'Service') as unknown as {
      spec: { selector: object };
    };
    expect(service.spec.selector).toEqual(deployments()[0]!.spec.selector.matchLabels);
    expect(all.filter(({ kind }) => kind === 'PodDisruptionBudget')).toHaveLength(ROLES.length);
  });

  it('has an ingress where one is wanted, with a certificate where one is named', () => {
    const ingress = (values: object) =>
      renderChart(CHART, { ingress: { className: 'nginx', host: 'sabot.test', ...values } }).find(
        ({ kind }) => kind === 'Ingress',
      ) as undefined | { spec: { tls?: unknown } };
    expect(ingress({ enabled: false })).toBeUndefined();
    expect(ingress({ enabled: true, tlsSecret: '' })?.spec.tls).toBeUndefined();
    expect(ingress({ enabled: true, tlsSecret: 'crt' })?.spec.tls).toEqual([
      { hosts: ['sabot.test'], secretName: 'crt' },
    ]);
  });
});

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly env_file?: unknown;
  readonly volumes?: readonly string[];
  readonly profiles?: readonly string[];
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly shm_size?: string;
  readonly logging?: {
    readonly driver: string;
    readonly options: Readonly<Record<string, string>>;
  };
  readonly depends_on?: Readonly<Record<string, { condition: string; restart?: boolean }>>;
}

const compose = (file: string): Readonly<Record<string, Service>> =>
  services(readFileSync(file, 'utf8'));

/** The parser leaves the merging of `<<` to whoever reads. */
const services = (text: string): Readonly<Record<string, Service>> => {
  const parsed = JSON.parse(
    JSON.stringify(load(text.replaceAll('!reset', ''))),
    (_, value: unknown) =>
      isMerged(value) ? { ...value['<<'], ...value, '<<': undefined } : value,
  ) as { services: Record<string, Service> };
  return parsed.services;
};

const isMerged = (value: unknown): value is { '<<': object } =>
  typeof value === 'object' && value !== null && '<<' in value;

/**
 * What a page tells people to do by Compose, without the order itself. A loop names its services
 * where it begins.
 */
const ordersOf = (page: string): readonly string[] =>
  [...readFileSync(page, 'utf8').matchAll(/docker compose ([^`\n&]+)/g)]
    .map(([, order]) => order!.trim())
    .filter((order) => !order.includes('$service'));

/** The service that an order names, where it names one. */
const serviceIn = (order: string): string | undefined => {
  const [verb, ...words] = order.replaceAll(/--(volume|env|scale) \S+/g, '').split(/\s+/);
  return verb === 'up' ? undefined : words.find((word) => !word.startsWith('-'));
};

const SCALING = readFileSync('docs/scaling.md', 'utf8');

describe('the files for Compose', () => {
  const one = compose('docker-compose.yml');
  const scaled = compose('docker-compose.scale.yml');
  const texts = ['docker-compose.yml', 'docker-compose.scale.yml'].map((file) =>
    readFileSync(file, 'utf8'),
  );
  const all = [...Object.entries(one), ...Object.entries(scaled)];
  const processes = all
    .map(([, service]) => service)
    .filter(({ environment }) => environment?.['SABOT_HANDS_KEY'] !== undefined);
  /** Once both files are read. */
  const merged = Object.entries({ ...one, ...scaled }).map(
    ([name, service]) => [name, { ...one[name], ...service }] as const,
  );

  it('run every role, with settings that the studio has', () => {
    const roles = Object.values(scaled).flatMap(
      ({ environment }) => environment?.['SABOT_ROLES'] ?? [],
    );
    expect([...roles].sort()).toEqual(ROLES);
    for (const { environment } of processes) {
      const unknown = Object.keys(environment!).filter((name) => name !== '<<' && !isSetting(name));
      expect(unknown).toEqual([]);
    }
  });

  it('give every process what the one of docker-compose.yml has', () => {
    const ofOne = Object.keys(one['studio']!.environment!);
    expect(processes).toHaveLength(4);
    for (const { environment, env_file: file } of processes) {
      expect(Object.keys(environment!)).toEqual(expect.arrayContaining(ofOne));
      expect(file).toEqual([{ path: 'studio.env', required: false }]);
    }
    const gitignored = readFileSync('.gitignore', 'utf8').split('\n');
    expect(gitignored).toEqual(expect.arrayContaining(['.env', 'studio.env']));
  });

  it('hand the owner of the database to no process of the studio', () => {
    const knowing = all.filter(([, { environment }]) =>
      /OWNER/.test(JSON.stringify(environment ?? {})),
    );
    expect(knowing.map(([name]) => name)).toEqual(['postgres', 'migrate', 'console']);
    for (const [, { environment }] of knowing) {
      expect(environment).not.toHaveProperty('SABOT_HANDS_KEY');
    }
    // What asks an operator's wallet, and what proves that it has signed.
    const { environment } = one['console']!;
    for (const key of ['SABOT_JWT_KEY', 'SABOT_STUDIO_KEY', 'SABOT_OPERATORS_KEY']) {
      expect(environment).toHaveProperty(key);
    }
    expect(one['console']!.profiles).toEqual(['console']);
  });

  it('write no password out', () => {
    for (const text of texts) {
      expect(text.match(/(:\/\/\w+:(?=.*@)|_PASSWORD: )(?!\$\{\w+:\?).*/g) ?? []).toEqual([]);
    }
  });

  it.each(['README.md', 'docs/operations.md'])('need no variable that %s does not name', (page) => {
    const needed = texts.flatMap((text) =>
      [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!),
    );
    const said = readFileSync(page, 'utf8');
    expect(new Set(needed).size).toBe(5);
    expect(needed.filter((name) => !said.includes(name))).toEqual([]);
  });

  it('bring the database up to date before a process of the studio starts', () => {
    for (const { depends_on: after } of processes) {
      expect(after?.['migrate']).toEqual({ condition: 'service_completed_successfully' });
    }
    const { image } = one['migrate']!;
    expect(all.filter(([, { build }]) => build !== undefined)).toHaveLength(1);
    for (const service of [one['migrate'], one['console'], ...processes]) {
      expect(service).toMatchObject({ image, pull_policy: 'never' });
    }
  });

  it('start again what has ended, but for what is to end', () => {
    const ended = merged.filter(([, { restart }]) => restart !== 'unless-stopped');
    expect(ended.map(([name]) => name)).toEqual(['migrate', 'console']);
  });

  it('say the same of the database, so that no order recreates it by another definition', () => {
    expect(scaled).not.toHaveProperty('postgres');
    expect(scaled).not.toHaveProperty('redis');
    expect(one['postgres']!.command).toEqual(['postgres', '-c', 'max_connections=400']);
  });

  it('are both meant by every order for several processes, once the first step is done', () => {
    const step = 'COMPOSE_FILE=docker-compose.yml:docker-compose.scale.yml';
    expect(SCALING.indexOf(step)).toBeGreaterThan(0);
    expect(SCALING.indexOf(step)).toBeLessThan(SCALING.indexOf('docker compose '));
    for (const text of [...texts, SCALING]) expect(text).not.toContain('docker compose -f');
    expect(texts[1]).toContain(step);
  });

  it.each([
    ['docs/operations.md', one],
    ['docs/scaling.md', Object.fromEntries(merged)],
  ])('have the services that the orders of %s name', (page, known) => {
    const orders = ordersOf(page);
    expect(orders.length).toBeGreaterThan(1);
    const unknown = orders.filter((order) => !((serviceIn(order) ?? 'studio') in known));
    expect(unknown).toEqual([]);
  });

  it('are upgraded one process after the other, of every role', () => {
    const page = readFileSync('docs/scaling.md', 'utf8');
    const [, loop, names] = /```sh\n(\([^`]*for service in ([^;]*); do[^`]*)```/.exec(page)!;
    const processes = Object.entries(scaled)
      .filter(([, { image }]) => image === 'sabot')
      .map(([name]) => name);
    expect(names!.split(' ').sort()).toEqual(processes.sort());
    expect(spawnSync('sh', ['-n'], { input: loop! })).toMatchObject({ status: 0 });
  });

  it('read a dump back by one order, which ends where a part of it fails', () => {
    const page = readFileSync('docs/operations.md', 'utf8');
    const blocks = [...page.matchAll(/```sh\n(.*?)\n```/gs)].map(([, block]) => block!);
    const dump = blocks.find((block) => block.includes('pg_dump'))!;
    expect(dump).toMatch(/^\(umask 077; .* > (\S+) && mv \1 .+\.dump\)$/);
    const lines = blocks.find((block) => block.includes('dropdb'))!.split('\n');
    expect(lines.slice(0, -1).filter((line) => !line.endsWith(' &&'))).toEqual([]);
    // The whole dump is read before anything is deleted.
    const reads = lines.findIndex((line) => /pg_restore --file=\/dev\/null < \S+\.dump/.test(line));
    expect(reads).toBeGreaterThanOrEqual(0);
    expect(reads).toBeLessThan(lines.findIndex((line) => line.includes('dropdb')));
  });

  it('keep no more of a log than the disk has room for', () => {
    const unbounded = all.filter(([, { logging }]) => {
      const { 'max-size': size = '', 'max-file': files = '' } = logging?.options ?? {};
      const isBounded = /^\d+m$/.test(size) && /^\d+$/.test(files);
      return logging?.driver !== 'json-file' || !isBounded;
    });
    expect(unbounded.map(([name]) => name)).toEqual([]);
  });

  it('give Postgres memory to share for queries that it works on with several processes', () => {
    expect(one['postgres']!.shm_size).toBe('256mb');
  });

  it('publish on addresses of IPv4 alone: by another one everybody is the gateway', () => {
    const published = all.flatMap(([, { ports = [] }]) => ports);
    expect(published).toHaveLength(3);
    for (const port of published) {
      expect(port).toMatch(/^(127\.0\.0\.1|\$\{PUBLISHED_ON:-0\.0\.0\.0\}):/);
    }
  });

  it('mount the configuration of nginx that is tested, and start it again with the edges', () => {
    expect(scaled['nginx']).toMatchObject({
      volumes: [
        './deploy/nginx-main.conf:/etc/nginx/nginx.conf:ro',
        './deploy/nginx.conf:/etc/nginx/conf.d/default.conf:ro',
      ],
      depends_on: { studio: { condition: 'service_started', restart: true } },
    });
    for (const file of ['nginx', 'nginx-main'])
      expect(existsSync(`deploy/${file}.conf`)).toBe(true);
  });

  it('have an nginx that asks again for the edges, by the resolver of Docker', () => {
    const text = readFileSync('deploy/nginx.conf', 'utf8');
    const [, minor, patch] = /nginx:1\.(\d+)(?:\.(\d+))?-/.exec(scaled['nginx']!.image!)!;
    // Since 1.27.3 without a fee.
    expect(Number(minor) * 1000 + Number(patch ?? 0)).toBeGreaterThanOrEqual(27_003);
    expect(text).toMatch(/^resolver 127\.0\.0\.11 valid=\d+s;$/m);
    const upstreams = [...text.matchAll(/^upstream \w+ \{(.*?)^\}/gms)].map(([, each]) => each!);
    expect(upstreams).toHaveLength(2);
    for (const each of upstreams) {
      // Addresses that change are kept where all processes of nginx see them.
      expect(each).toMatch(/^ {2}zone \w+ \d+k;$/m);
      expect(each).toMatch(/^ {2}server studio:3000 resolve .*;$/m);
    }
  });

  it.each(['deploy/nginx.conf', 'docs/scaling.md'])(
    'have a proxy on this machine come from the networks of Docker, and %s says so',
    (page) => {
      const said = readFileSync(page, 'utf8');
      expect(said).toContain('172.16.0.0/12');
      expect(said).toContain('docker compose logs nginx');
    },
  );

  it('publish HTTPS by a file that the page shows, with the certificate where nginx wants it', () => {
    const [, shown] = /```yaml\n(# \/etc\/sabot\/compose\.yml.*?)```/s.exec(SCALING)!;
    const { nginx } = services(shown!);
    expect(nginx!.ports).toEqual(['0.0.0.0:443:443']);
    const mounted = nginx!.volumes!.map((volume) => volume.split(':')[1]!);
    expect(mounted).toContain('/etc/nginx/conf.d/default.conf');
    const text = readFileSync('deploy/nginx.conf', 'utf8');
    for (const [, file] of text.matchAll(/#tls ssl_certificate\w* (.*);/g)) {
      expect(mounted).toContain(path.dirname(file!));
    }
  });
});

describe('an upgrade of the chart', () => {
  it.each(['docs/operations.md', 'docs/scaling.md'])(
    'has the values that are new in it, by %s',
    (page) => {
      const upgrades = [...readFileSync(page, 'utf8').matchAll(/helm upgrade [^`\n]+/g)];
      expect(upgrades.length).toBeGreaterThan(0);
      for (const [order] of upgrades) expect(order).toContain('--reset-then-reuse-values');
    },
  );
});
