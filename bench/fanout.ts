/**
 * A1 and A2: what it costs the studio to send one message to everybody at a table, through the
 * gateway, the room and the log as they are, and how long it takes until the last one has it. The
 * baselines are a server of ws that frames the message once, and a program in C that does nothing
 * but send(). All three have their own crowd of as many players, and are asked in turns.
 * `--players n`. It needs a C compiler for A2, and Linux.
 */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, report, rounded } from './kit.js';
import { cpuUsOf } from './parts/cpu-of.js';
import { BenchCrowd, type CrowdHeard } from './parts/crowd.js';
import { openPlayers } from './parts/database.js';
import { seatHonest } from './parts/honest-player.js';

const { values: options } = parseArgs({
  args: process.argv.slice(4),
  options: {
    players: { type: 'string', default: '10000' },
    turns: { type: 'string', default: '9' },
  },
});
const PLAYERS = Number(options.players);
const TURNS = Number(options.turns);
/** Messages that are sent one after the other in a turn. */
const MESSAGES = 10;
const CPU_GOAL = 1.2;
const LAST_GOAL = 1.4;
/** Until everybody listens, and between two messages. */
const PAUSE_MS = 50;
const FIRST_PORT = 22_000 + (process.pid % 1_000);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One that sends to its own crowd. */
interface Side {
  readonly pid: number;
  readonly crowd: BenchCrowd;
  /** Sends one message, and resolves when everybody has it. */
  readonly send: () => Promise<CrowdHeard>;
}

interface Cost {
  /** For each message that somebody heard. */
  readonly cpuUs: number;
  readonly spreadMs: number;
}

const turnOf = async ({ pid, send }: Side): Promise<Cost> => {
  const before = (await send()).messages;
  const cpuBefore = cpuUsOf(pid);
  const spreads: number[] = [];
  let messages = 0;
  for (let each = 0; each < MESSAGES; each += 1) {
    const heard = await send();
    messages = heard.messages - before;
    spreads.push(heard.spreadMs);
    await pause(PAUSE_MS);
  }
  return { cpuUs: (cpuUsOf(pid) - cpuBefore) / messages, spreadMs: median(spreads) };
};

let players: readonly string[] = [];
const honest = await seatHonest({ TRUSTED_PROXIES: '1' }, async ({ admin }) => {
  players = await openPlayers(admin, PLAYERS, 100_000n);
});
const seated = new BenchCrowd();
const tokens: string[] = [];
for (const id of players) tokens.push(await honest.sign(id, 'player'));
const port = Number(new URL(honest.url).port);
await seated.perform({ does: 'seat', port, table: honest.table, tokens, atOnce: 200 });

const studio: Side = {
  pid: honest.pid,
  crowd: seated,
  send: async () => {
    const hearing = seated.perform({ does: 'hear' });
    await pause(PAUSE_MS);
    await honest.bet();
    return (await hearing).heard;
  },
};
const { text } = await studio.send();
const say = text.slice(text.indexOf('['));

const baselines: ChildProcess[] = [];
process.once('exit', () => baselines.forEach((each) => each.kill('SIGKILL')));

const baseline = async (child: ChildProcess, at: number): Promise<Side> => {
  baselines.push(child);
  const crowd = new BenchCrowd();
  await pause(1_000);
  await crowd.perform({ does: 'enter', port: at, count: PLAYERS });
  const send = async () => (await crowd.perform({ does: 'hear', say })).heard;
  return { pid: child.pid ?? 0, crowd, send };
};

const PREFRAMED = fileURLToPath(new URL('./parts/preframed-sockets.js', import.meta.url));
const ws = await baseline(fork(PREFRAMED, [String(FIRST_PORT)]), FIRST_PORT);
const program = path.join(mkdtempSync(path.join(tmpdir(), 'raw-send-')), 'raw-send');
execFileSync('cc', ['-O2', '-o', program, path.resolve('bench/parts/raw-send.c')]);
const raw = await baseline(spawn(program, [String(FIRST_PORT + 1)]), FIRST_PORT + 1);

const sides = { studio, ws, raw } as const;
const costs: Record<keyof typeof sides, Cost[]> = { studio: [], ws: [], raw: [] };
for (let turn = -1; turn < TURNS; turn += 1) {
  for (const name of ['studio', 'ws', 'raw'] as const) {
    const cost = await turnOf(sides[name]);
    if (turn >= 0) costs[name].push(cost);
  }
}

const ratio = (of: Cost[], to: Cost[], pick: (cost: Cost) => number): number =>
  median(of.map((cost, turn) => pick(cost) / pick(to[turn]!)));
const cpuRatio = ratio(costs.studio, costs.ws, ({ cpuUs }) => cpuUs);
const lastRatio = ratio(costs.studio, costs.raw, ({ spreadMs }) => spreadMs);
const cpuUs = (of: Cost[]): number => rounded(median(of.map((cost) => cost.cpuUs)));
const lastMs = (of: Cost[]): number => rounded(median(of.map((cost) => cost.spreadMs)));
report({
  goal: `A1 ≤ ${CPU_GOAL}, A2 ≤ ${LAST_GOAL}`,
  ratio: rounded(cpuRatio),
  lastRatio: rounded(lastRatio),
  met: cpuRatio <= CPU_GOAL && lastRatio <= LAST_GOAL,
  cpuToRaw: rounded(ratio(costs.studio, costs.raw, (cost) => cost.cpuUs)),
  players: PLAYERS,
  bytes: Buffer.byteLength(text),
  cpuUs: { studio: cpuUs(costs.studio), ws: cpuUs(costs.ws), raw: cpuUs(costs.raw) },
  lastMs: { studio: lastMs(costs.studio), ws: lastMs(costs.ws), raw: lastMs(costs.raw) },
  turns: TURNS,
});
for (const { crowd } of Object.values(sides)) crowd.end();
await honest.end();
process.exit(0);
