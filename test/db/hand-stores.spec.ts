/**
 * The contract of the stores of hands: the database of the simulation beside Postgres. Two
 * processes play hands over both, and whatever they ask is answered alike by both.
 */
import { PinoLogger } from 'nestjs-pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SoloCommand } from '../../src/hands/games.js';
import type { PlayersHand } from '../../src/hands/hand-rows.js';
import type { Hands } from '../../src/hands/hands.service.js';
import { PostgresHands } from '../../src/hands/postgres-store.js';
import type { HandStore } from '../../src/hands/store.js';
import { amount } from '../../src/money/amount.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Poller } from '../../src/platform/poller.js';
import type { DealtHand } from '../../src/protocol/solo.js';
import { SOLO_GAMES, type SoloGame } from '../../src/solo/game.js';
import { expectReconciled } from '../kit/books.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { NO_WALLETS, STANDING_CLOCK } from '../kit/hands-process.js';
import { runs } from '../kit/runs.js';
import { Chance } from '../sim/chance.js';
import { MemoryDatabase } from '../sim/memory-database.js';
import { handStore } from '../sim/memory-hands.js';
import { BESIDE } from '../sim/memory-stores.js';
import { studioHands } from '../sim/studio-hands.js';

/** The last of them is soon short of credit. */
const CREDITS = [1_000_000, 200_000, 900];
const COMMANDS = runs(150);

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Both are asked, and memory's answer is given where Postgres has answered the same. */
class Both implements HandStore {
  /** By memory's number of a hand or an account, that of Postgres. */
  readonly #numbers = new Map<string, string>();
  compared = 0;

  constructor(
    private readonly memory: HandStore,
    private readonly real: HandStore,
    private readonly accounts: ReadonlyMap<string, string>,
  ) {}

  async current(playerId: string, game: SoloGame): Promise<PlayersHand | undefined> {
    const mine = await this.memory.current(playerId, game);
    const other = await this.real.current(playerId, game);
    this.#learn(mine?.hand?.number, other?.hand?.number);
    this.#learn(mine?.accounts.hands, other?.accounts.hands);
    const bare = (all: PlayersHand | undefined) => ({
      ...all,
      accounts: undefined,
      hand: all?.hand && { ...all.hand, number: undefined },
    });
    return this.#alike(mine, bare(mine), bare(other));
  }

  takeStake(...asked: Parameters<HandStore['takeStake']>) {
    return this.real.takeStake(...asked);
  }

  returnStake(...asked: Parameters<HandStore['returnStake']>) {
    return this.real.returnStake(...asked);
  }

  async stakeOf(...asked: Parameters<HandStore['stakeOf']>) {
    const mine = await this.memory.stakeOf(...asked);
    return this.#alike(mine, mine, await this.real.stakeOf(...asked));
  }

  async open(...asked: Parameters<HandStore['open']>): Promise<void> {
    await this.memory.open(...asked);
    await this.real.open(...asked);
  }

  async play(...[batch, commits]: Parameters<HandStore['play']>) {
    const mine = await this.memory.play(batch, commits);
    const other = await this.real.play(
      batch,
      commits.map((commit) => ({
        ...commit,
        hand: this.#numberOf(commit.hand),
        accounts: {
          session: this.accounts.get(commit.accounts.session)!,
          hands: this.#numberOf(commit.accounts.hands),
        },
      })),
    );
    const bare = ({ outcomes }: typeof mine) =>
      outcomes.map((each) =>
        typeof each === 'string' ? each : { ...each, next: each.next !== undefined },
      );
    for (const [index, each] of mine.outcomes.entries()) {
      const real = other.outcomes[index];
      if (typeof each === 'object' && typeof real === 'object') this.#learn(each.next, real.next);
    }
    return this.#alike(mine, bare(mine), bare(other));
  }

  async findStep(...asked: Parameters<HandStore['findStep']>) {
    const mine = await this.memory.findStep(...asked);
    const other = await this.real.findStep(...asked);
    const inPostgres = mine && {
      ...mine,
      number: this.#numberOf(mine.number),
      next: mine.next && { ...mine.next, hand: this.#numberOf(mine.next.hand) },
    };
    return this.#alike(mine, inPostgres, other);
  }

  async hasHand(...[player, game, number]: Parameters<HandStore['hasHand']>): Promise<boolean> {
    const mine = await this.memory.hasHand(player, game, number);
    return this.#alike(mine, mine, await this.real.hasHand(player, game, this.#numberOf(number)));
  }

  async waiting(...asked: Parameters<HandStore['waiting']>) {
    const mine = await this.memory.waiting(...asked);
    const other = await this.real.waiting(...asked);
    const inPostgres = mine.map((each) => ({ ...each, number: this.#numberOf(each.number) }));
    // In memory all of it happens at one instant.
    const bare = (all: typeof mine) =>
      all
        .map((each) => ({ ...each, actedAt: undefined }))
        .sort((one, two) => Number(one.number) - Number(two.number));
    return this.#alike(mine, bare(inPostgres), bare(other));
  }

  #learn(mine: string | null | undefined, other: string | null | undefined): void {
    if (typeof mine === 'string' && typeof other === 'string') this.#numbers.set(mine, other);
  }

  #numberOf(mine: string): string {
    return this.#numbers.get(mine) ?? mine;
  }

  #alike<R>(answer: R, mine: unknown, other: unknown): R {
    this.compared += 1;
    expect(other).toEqual(mine);
    return answer;
  }
}

const commandOf = (hand: DealtHand, chance: Chance): SoloCommand => {
  const { game, view } = hand;
  const step = chance.percent(10) ? view.step + 1 : view.step;
  const stake = () => amount(BigInt(chance.pick([100, 500, 2_500])));
  switch (game) {
    case 'punto_e_banco':
      return { game, command: { kind: 'deal', step, stakes: { banco: stake(), punto: stake() } } };
    case 'sette_e_mezzo':
      if (view.step === 0) return { game, command: { kind: 'deal', step, stake: stake() } };
      return { game, command: { kind: chance.pick(['draw', 'stand']), step } };
    case 'blackjack': {
      if (view.step === 0) return { game, command: { kind: 'deal', step, stakes: [stake()] } };
      if (view.phase === 'insurance')
        return { game, command: { kind: 'insure', step, boxes: [0] } };
      const kind = chance.pick(['card', 'stand', 'double', 'split', 'abandon'] as const);
      return { game, command: { kind, step } };
    }
  }
};

describe('hands in memory and in Postgres', () => {
  it('are answered alike, whatever is asked of them', async () => {
    const memory = new MemoryDatabase(() => STANDING_CLOCK.nowMs());
    const opened = await openPlayers(database.pool, CREDITS);
    const accounts = new Map<string, string>();
    for (const [index, credit] of CREDITS.entries()) {
      const { id, accountId } = memory.openPlayer(BigInt(credit));
      expect(opened[index]!.id).toBe(id);
      accounts.set(accountId, opened[index]!.accountId);
    }
    const inOne = <T>(work: () => T): T => memory.transaction(work);
    const inMemory = handStore(memory.hands, inOne, BESIDE.shared);
    const both = new Both(inMemory, new PostgresHands(database.pool, NO_WALLETS), accounts);
    const chance = new Chance(7, 'contract');
    const [metrics, logger] = [new Metrics(), new PinoLogger({ pinoHttp: { level: 'silent' } })];
    const entropy = (count: number) => Uint8Array.from({ length: count }, () => chance.below(256));
    const poller = new Poller(STANDING_CLOCK, metrics, logger);
    const parts = { store: both, entropy, poller, clock: STANDING_CLOCK };
    const processes = [0, 1].map(() => studioHands(parts, metrics, logger));
    const asked: Parameters<Hands['play']>[0][] = [];
    for (let commands = 0; commands < COMMANDS; commands += 1) {
      const process = chance.pick(processes);
      const [playerId, game] = [chance.pick(opened).id, chance.pick(SOLO_GAMES)];
      const now = await process.open(playerId, game);
      if (!now.ok) throw new Error(now.refusal);
      const command = commandOf(now.hand, chance);
      const isDeal = command.command.kind === 'deal';
      const part = {
        seed: isDeal && game !== 'blackjack' ? 'a seed' : null,
        cut: isDeal && game === 'blackjack' ? chance.below(312) : null,
      };
      const ask = { playerId, hand: now.hand.hand, id: chance.uuid(), asked: command, part };
      await process.play(ask);
      asked.push(ask);
      // Again at either of them, or under another id, or another under its id.
      const again = chance.pick(asked);
      const id = chance.percent(50) ? again.id : chance.uuid();
      await chance.pick(processes).play({ ...(chance.percent(80) ? again : ask), id });
      await both.waiting(0, undefined);
    }
    expect(both.compared).toBeGreaterThan(COMMANDS * 4);
    expect(memory.hands.steps.length).toBeGreaterThan(COMMANDS / 4);
    await expectReconciled(database.pool);
  });
});
