/** What ships to run a studio of several processes: the chart, and the file for Compose. */
import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { type Manifest, renderChart } from '../kit/helm-template.js';

const CHART = 'deploy/helm/sabot';
const config = readFileSync('src/config.ts', 'utf8');
const isSetting = (name: string): boolean => new RegExp(`^  ${name}: `, 'm').test(config);
const ROLES = ['edge', 'table', 'worker'];

interface Deployment extends Manifest {
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: Record<string, string> };
    readonly template: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly initContainers: readonly { readonly command: readonly string[] }[];
        readonly containers: readonly {
          readonly env: readonly { readonly name: string; readonly value: unknown }[];
          readonly command: readonly string[];
          readonly resources: unknown;
        }[];
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

  it('names settings that the studio has, and programs that are built', () => {
    for (const each of deployments({ env: { LOG_LEVEL: 'warn' } })) {
      expect(envOf(each)['LOG_LEVEL']).toBe('warn');
      expect(Object.keys(envOf(each)).filter((name) => !isSetting(name))).toEqual([]);
      const { initContainers, containers } = each.spec.template.spec;
      const files = [...initContainers[0]!.command, ...containers[0]!.command]
        .filter((word) => word.startsWith('dist/'))
        .map((file) => file.replace(/^dist\/(.*)\.js$/, 'src/$1.ts'));
      expect(files).toEqual(['src/migration/migrate-command.ts', 'src/main.ts']);
      expect(files.filter((file) => !existsSync(file))).toEqual([]);
    }
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

interface Compose {
  readonly services: Readonly<
    Record<string, { environment?: Record<string, unknown>; volumes?: readonly string[] }>
  >;
}

/** The parser leaves the merging of `<<` to whoever reads. */
const compose = (file: string): Compose =>
  JSON.parse(
    JSON.stringify(load(readFileSync(file, 'utf8').replaceAll('!reset', ''))),
    (_, value: unknown) =>
      isMerged(value) ? { ...value['<<'], ...value, '<<': undefined } : value,
  ) as Compose;

const isMerged = (value: unknown): value is { '<<': object } =>
  typeof value === 'object' && value !== null && '<<' in value;

describe('the file for Compose', () => {
  const { services } = compose('docker-compose.scale.yml');
  const processes = Object.values(services).filter(
    ({ environment }) => environment?.['SABOT_ROLES'],
  );

  it('runs every role, with settings that the studio has', () => {
    const roles = processes.map(({ environment }) => String(environment!['SABOT_ROLES']));
    expect(roles.sort()).toEqual(ROLES);
    for (const { environment } of processes) {
      const unknown = Object.keys(environment!).filter((name) => name !== '<<' && !isSetting(name));
      expect(unknown).toEqual(['DATABASE_OWNER_URL']);
    }
  });

  it('gives every process what the one of docker-compose.yml has', () => {
    const one = Object.keys(compose('docker-compose.yml').services['studio']!.environment!);
    for (const { environment } of processes) {
      expect(Object.keys(environment!)).toEqual(expect.arrayContaining(one));
    }
  });

  it('mounts the configuration of nginx that is tested', () => {
    expect(services['nginx']!.volumes).toEqual([
      './deploy/nginx.conf:/etc/nginx/conf.d/default.conf:ro',
    ]);
    expect(existsSync('deploy/nginx.conf')).toBe(true);
  });
});
