/**
 * A table in this process, at which players of an operator bet whose wallet is asked for the stakes
 * of each round: by the studio's own code from the close of the bets to the verdicts and from the
 * payment to the credits, with nobody at a socket.
 */
import { randomUUID } from 'node:crypto';
import { PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import type { Config } from '../../src/config.js';
import { amount } from '../../src/money/amount.js';
import { Operators } from '../../src/operator/operators.js';
import { derivedOperatorsKeys } from '../../src/operator/shared-secrets.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import { systemClock } from '../../src/platform/clock.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Notices } from '../../src/platform/notices.service.js';
import { Poller } from '../../src/platform/poller.js';
import type { TableMessage } from '../../src/protocol/table.js';
import type { TableCommand } from '../../src/round/command.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { PostgresWallets } from '../../src/wallet/postgres-store.js';
import { StakeVerdicts } from '../../src/wallet/stake-verdicts.service.js';
import type { BenchDatabase } from './database.js';
import { type LiveTable, openTable, seat } from './live-table.js';
import { payDirectly } from './payer.js';

export const OPERATOR = 'wallets';
/** Minor units: of each player at the tables, and in the wallet. */
const CREDIT = 10_000_000n;
export const BALANCE = 2n * CREDIT;
const STAKE = 100;

interface HouseDatabase extends Pick<BenchDatabase, 'pool' | 'connect'> {
  /** The owner's. */
  readonly admin: pg.Pool;
}

/** What the operator and the studio sign by, as each has it in a file. */
interface WalletKeys {
  readonly kid: string;
  readonly key: string;
  readonly studio: string;
}

/** Players whose money is with the operator, and what both sign by. */
interface OperatorWanted {
  readonly players: number;
  readonly jwtKey: Uint8Array;
  readonly isHmac: boolean;
}

/** What a round took, in ms. */
interface PlayedRound {
  readonly game: string;
  /** From the close of the bets to the end of the verdicts. */
  readonly verdictsMs: number;
  /** From the opening of its bets to its end. */
  readonly roundMs: number;
}

interface RoundOrder {
  /** How many of the players bet. */
  readonly bettors: number;
  /** Bets stay open for so long after the last of them. */
  readonly openMs?: number;
  readonly cardMs?: number;
  /** Between the verdicts and the first card. */
  readonly beforeCards?: () => Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The operator, with players whose credit is advanced on its wallet. */
export const openOperator = async (
  admin: pg.Pool,
  { players, jwtKey, isHmac }: OperatorWanted,
): Promise<WalletKeys & { readonly playerIds: readonly string[] }> => {
  const operators = new Operators(admin, 'a bench', () => derivedOperatorsKeys(jwtKey));
  const opened = await operators.add({
    ...{ id: OPERATOR, name: OPERATOR, mode: 'seamless', currencies: ['EUR'] },
    callbackUrl: 'http://127.0.0.1:1/wallet',
  });
  if (typeof opened === 'string') throw new Error(opened);
  const keys = await (isHmac ? secretsOf(operators) : keyPairsOf(operators, jwtKey));
  await admin.query(
    `with player as (
       insert into players (operator_id, ref, name)
       select $1, 'w-' || i, 'w ' || i from generate_series(1, $2::int) as i returning id
     ), account as (
       insert into accounts (name, kind, player_id, balance)
       select 'player:' || id || ':' || kind, kind, id, case kind when 'session' then $3::bigint when 'advance' then -$3::bigint else 0 end
         from player, unnest(array['session', 'game', 'advance']::account_kind[]) as kind
       returning id, kind, player_id
     ), entry as (
       insert into entries (key, kind) select 'buy-in:' || id || ':first', 'buy_in' from player returning id, key
     )
     insert into postings (entry_id, line, source_id, destination_id, amount)
     select entry.id, 1, advance.id, session.id, $3::bigint
       from entry join account advance on advance.kind = 'advance' and entry.key = 'buy-in:' || advance.player_id || ':first'
       join account session on session.player_id = advance.player_id and session.kind = 'session'`,
    [OPERATOR, players, CREDIT],
  );
  await admin.query('analyze');
  const { rows } = await admin.query<{ id: string }>(
    'select id from players where operator_id = $1 order by id',
    [OPERATOR],
  );
  return { ...keys, playerIds: rows.map(({ id }) => id) };
};

const secretsOf = async (operators: Operators): Promise<WalletKeys> => {
  const added = await operators.addSecret(OPERATOR);
  if (typeof added === 'string') throw new Error(added);
  return { kid: added.kid, key: added.operator, studio: added.studio };
};

const keyPairsOf = async (operators: Operators, jwtKey: Uint8Array): Promise<WalletKeys> => {
  const added = await operators.addKey(OPERATOR);
  if (typeof added === 'string') throw new Error(added);
  return { kid: added.kid, key: added.privateKey ?? '', studio: studioKey(jwtKey).publicKey };
};

/** Where the wallet is, for the next request of the studio. */
export const callAt = async (admin: pg.Pool, url: string): Promise<void> => {
  await admin.query('update operators set callback_url = $2 where id = $1', [OPERATOR, url]);
};

export class WalletHouse {
  #closedAt = 0;
  #decidedAt = 0;
  #onDecided: () => void = () => undefined;
  #onEnded: () => void = () => undefined;
  #bench: LiveTable | undefined;

  private constructor(
    private readonly database: HouseDatabase,
    private readonly playerIds: readonly string[],
    private readonly poller: Poller,
    private readonly notices: Notices,
  ) {}

  /** Notices of the database come as to any process of the studio. */
  static async open(
    database: HouseDatabase,
    config: Config,
    playerIds: readonly string[],
  ): Promise<WalletHouse> {
    const logger = new PinoLogger({ pinoHttp: { level: 'silent' } });
    const clock = systemClock();
    const poller = new Poller(clock, new Metrics(), logger);
    const ledger = new LedgerWallet(database.pool, config);
    const store = new PostgresWallets(database.pool, ledger, { given: () => undefined });
    const house = new WalletHouse(database, playerIds, poller, new Notices(config, poller));
    await house.#start(new StakeVerdicts(store, clock, logger, poller));
    poller.onApplicationBootstrap();
    return house;
  }

  async #start(acceptor: StakeVerdicts): Promise<void> {
    const pay = payDirectly(this.database.pool);
    const finish = (end: TableCommand): Promise<void> => this.#table.perform(end);
    this.#bench = await openTable(this.database, {
      acceptor,
      publisher: {
        toTable: (audience, message) => {
          if (audience === 'player') this.#note(message);
        },
        toPlayers: () => undefined,
        toPlayer: () => undefined,
        correctionToPlayer: () => undefined,
        cutOff: () => undefined,
      },
      payer: {
        begin: (_table, game, players) => void pay(game, players).then(finish),
        correct: () => undefined,
      },
    });
    await seat(this.#bench.table, this.playerIds);
  }

  get #table(): LiveTable {
    if (this.#bench === undefined) throw new Error('the table is open');
    return this.#bench;
  }

  #note({ kind }: TableMessage): void {
    if (kind === 'betting_closed') this.#closedAt = performance.now();
    if (kind === 'stakes_taken') {
      this.#decidedAt = performance.now();
      this.#onDecided();
    }
    if (kind === 'round_settled') this.#onEnded();
  }

  /** Everybody is asked for a stake of theirs. Resolves when the round is paid. */
  async play({ bettors, openMs = 0, cardMs = 0, beforeCards }: RoundOrder): Promise<PlayedRound> {
    const { table } = this.#table;
    const beganAt = performance.now();
    const game = await this.#table.openRound();
    const replies = await Promise.all(
      this.playerIds.slice(0, bettors).map((playerId, index) =>
        table.bet({
          ...{ playerId, betId: randomUUID(), game },
          content: {
            kind: 'place',
            spot: index % 2 === 0 ? 'punto' : 'banco',
            amount: amount(STAKE),
          },
        }),
      ),
    );
    const refused = replies.find((reply) => !reply.ok);
    if (refused?.ok === false) throw new Error(`a bet was refused: ${refused.refusal}`);
    if (openMs > 0) await pause(openMs);
    const decided = new Promise<void>((resolve) => (this.#onDecided = resolve));
    const ended = new Promise<void>((resolve) => (this.#onEnded = resolve));
    await this.#table.closeBets();
    await decided;
    const verdictsMs = this.#decidedAt - this.#closedAt;
    await beforeCards?.();
    await this.#table.dealCoup(cardMs);
    await ended;
    return { game, verdictsMs, roundMs: performance.now() - beganAt };
  }

  async close(): Promise<void> {
    await this.#table.stop();
    await this.notices.onModuleDestroy();
    await this.poller.onModuleDestroy();
  }
}
