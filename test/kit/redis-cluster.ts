/** A Redis Cluster of three nodes on this machine, thrown away at its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { type RedisProgram, findRedis } from '../../scripts/setup/redis.js';
import { eventually, freePort } from './studio.js';

const NODES = 3;
const SLOTS = 16_384;
const PASSWORD = 'of-the-cluster';
/** The first whose nodes talk on a port of one's choice, and take slots by the range. */
const OLDEST = 7;

/** One that nodes can be made of. Undefined where there is none. */
export const findClusterRedis = async (): Promise<RedisProgram | undefined> => {
  const program = await findRedis();
  return program && Number.parseInt(program.version, 10) >= OLDEST ? program : undefined;
};

interface Node {
  readonly port: number;
  readonly args: readonly string[];
  process: ChildProcess;
}

export class RedisCluster {
  private constructor(
    private readonly folder: string,
    private readonly program: RedisProgram,
    private readonly nodes: readonly Node[],
  ) {}

  static async start(program: RedisProgram): Promise<RedisCluster> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-redis-cluster-'));
    const ports = await Promise.all(Array.from({ length: 2 * NODES }, freePort));
    const nodes = Array.from({ length: NODES }, (_, index) => {
      const [port, bus] = [ports[2 * index]!, ports[2 * index + 1]!];
      const dir = path.join(folder, String(index));
      fs.mkdirSync(dir);
      const args = settings(dir, port, bus);
      return { port, args, process: run(program, args) };
    });
    const cluster = new RedisCluster(folder, program, nodes);
    try {
      await cluster.#join(ports);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** Of the first node, which knows the others. */
  get url(): string {
    return urlOf(this.nodes[0]!);
  }

  /** The names of each node's keys that match. */
  async keys(pattern: string): Promise<readonly (readonly string[])[]> {
    return Promise.all(this.nodes.map((node) => asked(node, async (redis) => redis.keys(pattern))));
  }

  async kill(index: number): Promise<void> {
    const node = this.nodes[index]!;
    node.process.kill('SIGKILL');
    await once(node.process, 'exit');
  }

  /** With all that it knew of the cluster, and none of its data. */
  async startAgain(index: number): Promise<void> {
    const node = this.nodes[index]!;
    node.process = run(this.program, node.args);
    await this.#isWhole();
  }

  async stop(): Promise<void> {
    for (const { process } of this.nodes) {
      if (process.exitCode !== null || process.signalCode !== null) continue;
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** Gives each node its slots, and makes them known to one another. */
  async #join(ports: readonly number[]): Promise<void> {
    for (const [index, node] of this.nodes.entries()) {
      const from = Math.floor((SLOTS * index) / NODES);
      const to = Math.floor((SLOTS * (index + 1)) / NODES) - 1;
      await eventually('a node answers', () =>
        asked(node, (redis) => redis.ping()).catch(() => undefined),
      );
      await asked(node, async (redis) => {
        await redis.call('CLUSTER', 'ADDSLOTSRANGE', from, to);
        if (index > 0) await redis.call('CLUSTER', 'MEET', '127.0.0.1', ports[0]!, ports[1]!);
      });
    }
    await this.#isWhole();
  }

  async #isWhole(): Promise<void> {
    await eventually('every node knows the others', async () => {
      const infos = this.nodes.map((node) =>
        asked(node, (redis) => redis.call('CLUSTER', 'INFO')).catch(() => ''),
      );
      const isWhole = /cluster_state:ok[^]*cluster_slots_ok:16384[^]*cluster_known_nodes:3/;
      return (await Promise.all(infos)).every((info) => isWhole.test(String(info)));
    });
  }
}

const run = ({ file, env }: RedisProgram, args: readonly string[]): ChildProcess =>
  spawn(file, args, { env: { ...process.env, ...env }, stdio: 'ignore' });

const settings = (dir: string, port: number, bus: number): readonly string[] =>
  Object.entries({
    port,
    bind: '127.0.0.1',
    dir,
    save: '',
    requirepass: PASSWORD,
    masterauth: PASSWORD,
    'cluster-enabled': 'yes',
    'cluster-port': bus,
    'cluster-config-file': 'nodes.conf',
    'cluster-node-timeout': 15_000, // Nothing fails over, and a busy node is not lost.
    'cluster-require-full-coverage': 'no',
    'maxmemory-policy': 'noeviction',
  }).flatMap(([name, value]) => [`--${name}`, String(value)]);

const urlOf = ({ port }: Pick<Node, 'port'>): string => `redis://:${PASSWORD}@127.0.0.1:${port}`;

/** What is asked of one node over a connection of its own. */
const asked = async <Answer>(
  node: Node,
  ask: (redis: Redis) => Promise<Answer>,
): Promise<Answer> => {
  const redis = new Redis(urlOf(node), { retryStrategy: () => null, maxRetriesPerRequest: 0 });
  redis.on('error', () => undefined);
  try {
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
};
