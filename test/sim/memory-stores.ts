/** The stores of the tables over a database in memory, each call by a line to it. */
import { NO_STAKES } from '../../src/punto-banco/stakes.js';
import { amount, type Amount } from '../../src/money/amount.js';
import type { Spot } from '../../src/punto-banco/spot.js';
import { evolve } from '../../src/round/evolve.js';
import { canRead, parseState } from '../../src/round/past-events.js';
import type { TableSettings } from '../../src/round/settings.js';
import { emptyTable } from '../../src/round/state.js';
import { GIVEN_MS, type HeldElsewhere, type Lease, type Renewal } from '../../src/table/lease.js';
import type { Replayed } from '../../src/table/log.js';
import { type BetRow, gathered } from '../../src/table/placed-bets.js';
import type { ReadSeat } from '../../src/table/seat.js';
import type { OpenStore, SeatStore, TableStore, TableStores } from '../../src/table/store.js';
import { type MemoryDatabase, loggedOf } from './memory-database.js';

/** A connection to the database. Its calls take effect in their order. */
export interface Line {
  call<T>(work: () => T | Promise<T>): Promise<T>;
  close(): void;
}

export interface Lines {
  /** A connection of its own. `onLost` is called when it breaks. */
  open(onLost: (error: unknown) => void): Promise<Line>;
  /** Any of the shared ones. */
  readonly shared: Pick<Line, 'call'>;
}

/** For a caller that is beside the database: what is asked is done at once. */
export const BESIDE: Lines & { readonly shared: Line } = {
  open: async () => BESIDE.shared,
  shared: {
    // What throws is refused by a rejection, as any other answer.
    call: async (work) => work(),
    close: () => undefined,
  },
};

/** Any stores, each call by a line to them. */
export const linedStores = (stores: TableStores, lines: Lines): TableStores => {
  const { shared } = lines;
  return {
    seats: linedSeats(stores.seats, shared),
    known: () => shared.call(() => stores.known()),
    settingsOf: (table) => shared.call(() => stores.settingsOf(table)),
    unknownEventsOf: (table) => shared.call(() => stores.unknownEventsOf(table)),
    leasedToOthers: (owner) => shared.call(() => stores.leasedToOthers(owner)),
    takeLease: (...asked) => shared.call(() => stores.takeLease(...asked)),
    renewLeases: (...asked) => shared.call(() => stores.renewLeases(...asked)),
    releaseLease: (...asked) => shared.call(() => stores.releaseLease(...asked)),
    open: async (lease, onLost) => {
      const own = await lines.open(onLost);
      const opened = await own.call(() => stores.open(lease, onLost));
      return {
        store: linedStore(opened.store, own, shared),
        close: async () => {
          own.close();
          // In the time of the world outside. Nobody here waits for it.
          opened.close().catch(() => undefined);
        },
      };
    },
    close: () => Promise.resolve(),
  };
};

const linedSeats = (seats: SeatStore, shared: Pick<Line, 'call'>): SeatStore => ({
  readSeats: (...asked) => shared.call(() => seats.readSeats(...asked)),
  betsOfRound: (game) => shared.call(() => seats.betsOfRound(game)),
  findBet: (...asked) => shared.call(() => seats.findBet(...asked)),
  othersAsked: () => seats.othersAsked(),
});

const linedStore = (store: TableStore, own: Line, shared: Pick<Line, 'call'>): TableStore => ({
  append: (...asked) => own.call(() => store.append(...asked)),
  placeBets: (...asked) => own.call(() => store.placeBets(...asked)),
  keepCheckpoint: (state) => own.call(() => store.keepCheckpoint(state)),
  replay: (...asked) => shared.call(() => store.replay(...asked)),
  bettingRound: (game) => shared.call(() => store.bettingRound(game)),
  reserveGame: () => shared.call(() => store.reserveGame()),
  balances: (ids) => shared.call(() => store.balances(ids)),
  voidStakes: (...asked) => shared.call(() => store.voidStakes(...asked)),
  corrections: (...asked) => shared.call(() => store.corrections(...asked)),
});

export const memoryStores = (database: MemoryDatabase, lines: Lines): TableStores => {
  const { shared } = lines;
  const seats: SeatStore = {
    readSeats: (table, playerIds, game) =>
      shared.call(() => new Map(playerIds.flatMap((id) => seatOf(database, table, id, game)))),
    betsOfRound: (game) => shared.call(() => gathered(database.betsOfRound(game))),
    findBet: (playerId, betId) => shared.call(() => gathered(database.findBet(playerId, betId))[0]),
    othersAsked: () => Promise.resolve(),
  };
  return {
    seats,
    known: () => shared.call(() => new Map(database.tables)),
    settingsOf: (table) => shared.call(() => database.tables.get(table)),
    unknownEventsOf: (table) =>
      shared.call(() =>
        database.log(table).flatMap(({ kind }) => (canRead(kind, 1) ? [] : [`${kind} 1`])),
      ),
    leasedToOthers: (owner) => shared.call(() => leasedToOthers(database, owner)),
    takeLease: (table, owner, ttlMs) => shared.call(() => takeLease(database, table, owner, ttlMs)),
    renewLeases: (leases, ttlMs) => shared.call(() => renewLeases(database, leases, ttlMs)),
    releaseLease: (...asked) => shared.call(() => releaseLease(database, ...asked)),
    open: async (lease, onLost): Promise<OpenStore> => {
      const own = await lines.open(onLost);
      return {
        store: storeOf(database, lease, own, shared),
        close: () => Promise.resolve(own.close()),
      };
    },
    close: () => Promise.resolve(),
  };
};

const storeOf = (
  database: MemoryDatabase,
  lease: Lease,
  own: Line,
  shared: Pick<Line, 'call'>,
): TableStore => ({
  append: (events, after, alongside = []) =>
    own.call(() => database.append(lease, events, after, alongside)),
  placeBets: (round, atMs, commits) =>
    own.call(() => database.placeBets(lease, round, atMs, commits)),
  keepCheckpoint: (state) => own.call(() => database.keepCheckpoint(lease, state)),
  replay: (settings, knownSeq) =>
    shared.call(() => replay(database, lease.table, settings, knownSeq)),
  bettingRound: (game) =>
    shared.call(() => ({
      game,
      stakesAccountId: database.round(game).stakesAccountId,
      further: new Map(),
      stakesWithinMs: new Map(),
    })),
  reserveGame: () => shared.call(() => database.nextGame()),
  balances: (accountIds) =>
    shared.call(
      () => new Map(accountIds.map((id) => [id, database.ledger.balance(id).toString()])),
    ),
  voidStakes: (game) => shared.call(() => database.voidStakes(game)),
  corrections: (game, correction) => shared.call(() => database.corrections.own(game, correction)),
});

const takeLease = (
  { leases, nowMs }: MemoryDatabase,
  table: string,
  owner: string,
  ttlMs: number,
): Lease | undefined => {
  const row = leases.get(table);
  const isFree =
    row === undefined || row.owner === null || row.owner === owner || row.expiresAtMs < nowMs();
  if (!isFree) return undefined;
  const epoch = (row?.epoch ?? 0n) + 1n;
  leases.set(table, { owner, epoch, expiresAtMs: nowMs() + ttlMs });
  return { table, owner, epoch };
};

const leasedToOthers = (
  { leases, nowMs }: MemoryDatabase,
  owner: string,
): ReadonlyMap<string, HeldElsewhere> =>
  new Map(
    [...leases].flatMap(([table, row]) => {
      const leftMs = row.expiresAtMs - nowMs();
      if (row.owner === null || row.owner === owner || leftMs < 0) return [];
      return [[table, { owner: row.owner, epoch: row.epoch, leftMs }] as const];
    }),
  );

const isHeld = ({ leases }: MemoryDatabase, { table, owner, epoch }: Lease): boolean => {
  const row = leases.get(table);
  return row?.epoch === epoch && row.owner === owner;
};

const renewLeases = (
  database: MemoryDatabase,
  leases: readonly Lease[],
  ttlMs: number,
): ReadonlyMap<string, Renewal> =>
  new Map(
    leases.map((lease) => {
      if (!isHeld(database, lease)) return [lease.table, 'lost'];
      database.leases.get(lease.table)!.expiresAtMs = database.nowMs() + ttlMs;
      return [lease.table, 'renewed'];
    }),
  );

const releaseLease = (database: MemoryDatabase, lease: Lease, next?: string): void => {
  if (!isHeld(database, lease)) return;
  const row = database.leases.get(lease.table)!;
  row.owner = next ?? null;
  row.expiresAtMs = database.nowMs() + (next === undefined ? 0 : GIVEN_MS);
};

const replay = (
  database: MemoryDatabase,
  table: string,
  settings: TableSettings,
  knownSeq: number | undefined,
): Replayed => {
  const all = [
    ...(database.snapshots.get(table) ?? []),
    ...(database.checkpoints.get(table) ?? []),
  ];
  const kept = all.filter(({ seq }) => knownSeq === undefined || seq <= knownSeq);
  const last = kept.sort((one, other) => one.seq - other.seq).at(-1);
  let state = last === undefined ? emptyTable(table, settings) : parseState(last.state);
  const recent = database
    .log(table)
    .slice(state.seq)
    .map((row) => {
      const before = state;
      const logged = loggedOf(row);
      state = evolve(state, logged);
      return { before, logged };
    });
  return { state, recent };
};

const seatOf = (
  database: MemoryDatabase,
  table: string,
  playerId: string,
  game: string | null,
): readonly (readonly [string, ReadSeat])[] => {
  const player = database.players.get(playerId);
  if (player === undefined) return [];
  const { mode, accountId } = player;
  const previous = previousStakes(database, table, playerId, game);
  const balance = database.ledger.balance(accountId);
  // Everybody plays in euros, and may see every table.
  const seat = {
    accountId,
    currency: 'EUR',
    isOpen: true,
    walletOf: database.wallets.find(playerId)?.operator ?? null,
    group: null,
    mode,
    previous,
    balance,
  };
  return [[playerId, seat]];
};

/** The stakes of the last round before `game` that the player played at the table. */
const previousStakes = (
  database: MemoryDatabase,
  table: string,
  playerId: string,
  game: string | null,
): ReadonlyMap<Spot, Amount> => {
  const before = [...database.rounds.all()].filter(
    (round) => round.table === table && (game === null || Number(round.game) < Number(game)),
  );
  before.sort((one, other) => Number(other.game) - Number(one.game));
  for (const round of before) {
    const bets = database.betsOfRound(round.game);
    const stakes = stakesOf(bets.filter((bet) => bet.player_id === playerId));
    if (stakes.size > 0) return stakes;
  }
  return NO_STAKES;
};

const stakesOf = (bets: readonly BetRow[]): ReadonlyMap<Spot, Amount> => {
  const sums = new Map<Spot, bigint>();
  for (const { spot, amount: change } of bets) {
    sums.set(spot, (sums.get(spot) ?? 0n) + BigInt(change));
  }
  return new Map([...sums].flatMap(([spot, sum]) => (sum > 0n ? [[spot, amount(sum)]] : [])));
};
