/** What ships to run a studio of several processes: the chart, and the file for Compose. */
import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
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
}

interface Deployment extends Manifest {
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: Record<string, string> };
    readonly template: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly initContainers: readonly Container[];
        readonly containers: readonly Container[];
      };
    };
  };
}

const deployments = (values = {}): readonly Deployment[] =>
  renderChart(CHART, values).filter((each): each is Deployment => each.kind === 'Deployment');

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

describe('the chart', () => {
  it('runs each role as often as its values say, and gives rounds the time to end', () => {
    const all = deployments({ replicas: { edge: 4, table: 3, worker: 1 }, drainMs: 120_000 });
    expect(all.map(({ spec }) => spec.replicas)).toEqual([4, 3, 1]);
    expect(all.map((each) => envOf(each)['SABOT_ROLES'])).toEqual(ROLES);
    for (const each of all) {
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
      const files = [...initContainers[0]!.command, ...containers[0]!.command]
        .filter((word) => word.startsWith('dist/'))
        .map((file) => file.replace(/^dist\/(.*)\.js$/, 'src/$1.ts'));
      expect(files).toEqual(['src/migration/migrate-command.ts', 'src/main.ts']);
      expect(files.filter((file) => !existsSync(file))).toEqual([]);
    }
  });

  it('hands the owner of the database to the migrations, and to no process of the studio', () => {
    for (const each of deployments({ ownerSecret: 'of-the-owner' })) {
      const { initContainers, containers } = each.spec.template.spec;
      expect(secretsOf(initContainers[0]!)).toEqual([
        'of-the-owner/DATABASE_OWNER_URL',
        'sabot/DATABASE_URL',
      ]);
      expect(secretsOf(containers[0]!)).toEqual(['sabot']);
      // Also where the Secret of the studio still has it.
      expect(envOf(each)['DATABASE_OWNER_URL']).toBe('');
    }
  });

  it('has a console, which is the owner and no studio, where one is wanted', () => {
    expect(deployments()).toHaveLength(ROLES.length);
    const [found] = deployments({ console: { enabled: true } }).filter(
      ({ metadata }) => metadata.name === 'studio-console',
    );
    expect(secretsOf(found!.spec.template.spec.containers[0]!)).toEqual([
      'sabot-owner/DATABASE_OWNER_URL',
      'sabot/SABOT_ANCHOR_KEY',
      'sabot/SABOT_OPERATORS_KEY',
    ]);
    expect(found!.spec.template.metadata.labels).toEqual(found!.spec.selector.matchLabels);
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
  readonly depends_on?: Readonly<Record<string, { condition: string; restart?: boolean }>>;
}

/** The parser leaves the merging of `<<` to whoever reads. */
const compose = (file: string): Readonly<Record<string, Service>> => {
  const { services } = JSON.parse(
    JSON.stringify(load(readFileSync(file, 'utf8').replaceAll('!reset', ''))),
    (_, value: unknown) =>
      isMerged(value) ? { ...value['<<'], ...value, '<<': undefined } : value,
  ) as { services: Record<string, Service> };
  return services;
};

const isMerged = (value: unknown): value is { '<<': object } =>
  typeof value === 'object' && value !== null && '<<' in value;

describe('the files for Compose', () => {
  const one = compose('docker-compose.yml');
  const scaled = compose('docker-compose.scale.yml');
  const texts = ['docker-compose.yml', 'docker-compose.scale.yml'].map((file) =>
    readFileSync(file, 'utf8'),
  );
  const all = [...Object.entries(one), ...Object.entries(scaled)];
  const processes = all
    .map(([, service]) => service)
    .filter(({ environment }) => environment?.['SABOT_JWT_KEY'] !== undefined);
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
      expect(environment).not.toHaveProperty('SABOT_JWT_KEY');
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

  it('mount the configuration of nginx that is tested, and start it again with the edges', () => {
    expect(scaled['nginx']).toMatchObject({
      volumes: ['./deploy/nginx.conf:/etc/nginx/conf.d/default.conf:ro'],
      depends_on: { studio: { condition: 'service_started', restart: true } },
    });
    expect(existsSync('deploy/nginx.conf')).toBe(true);
  });
});
