/** What the pit sees of one table: the coup as it is dealt, and who sits there. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { SocketAsker, Handlers, TableHandlers } from '../access/socket-commands.js';
import { countCards, fullCounts } from '../cards/composition.js';
import { MUTE_IN_FORCE, playersOfPerson } from '../chat/mute-rows.js';
import { POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import type { PIT_OWN_COMMANDS } from '../protocol/pit.js';
import type { TableSnapshotMessage } from '../protocol/table.js';
import type { After } from '../protocol/after.js';
import type { SeatedPlayer } from '../protocol/wall.js';
import { NO_STAKES, type Stakes } from '../punto-banco/stakes.js';
import { SeenTables } from '../edge/seen-tables.service.js';
import { Sitters } from '../edge/sitters.service.js';
import { aboutInOwn } from '../round/currencies.js';
import type { TableState } from '../round/state.js';
import { tableRoom } from '../table/broadcast.js';
import type { Sitter } from '../table/seats.js';
import type { Table } from '../table/table.js';
import { Tables } from '../table/tables.service.js';
import { liesStill } from './wall/wall-table.js';

type ViewCommandName = 'table:watch' | 'table:unwatch' | 'shoe:left' | 'player:list';

@Injectable()
export class TableViewCommands {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    private readonly seen: SeenTables,
    private readonly sitters: Sitters,
  ) {}

  /** What the table itself answers, in whatever process it runs. */
  readonly ofTables: TableHandlers<Pick<typeof PIT_OWN_COMMANDS, 'player:list'>> = {
    'player:list': async ({ table: id }) => {
      const table = this.tables.own(id);
      if (table === 'unknown_table') return { ok: false, refusal: table };
      return { ok: true, ...(await readSeated(this.pool, table, this.sitters)) };
    },
  };

  readonly handlers: Handlers<Pick<typeof PIT_OWN_COMMANDS, ViewCommandName>> = {
    ...this.ofTables,
    'table:watch': ({ table, ...after }, connection) => this.#watch(table, after, connection),
    'shoe:left': async ({ table }) => this.#left(table),
    'table:unwatch': async ({ table }, { socket }) => {
      await socket.leave(tableRoom('pit', table));
      return { ok: true };
    },
  };

  #left(id: string) {
    const table = this.seen.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    const { shoe, settings, nextSettings } = table.state;
    const seen = countCards(shoe?.seen ?? []);
    const left = fullCounts(shoe?.decks ?? 0).map((full, face) => Math.max(0, full - seen[face]!));
    return {
      ok: true,
      shoe: shoe?.ordinal ?? null,
      paytable: (nextSettings ?? settings).paytable,
      unseen: shoe?.unseen ?? 0,
      left,
    } as const;
  }

  async #watch(id: string, after: After, { socket }: SocketAsker) {
    const table = this.seen.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    void socket.join(tableRoom('pit', id));
    const missed = table.missedSince('pit', after);
    return {
      ok: true,
      snapshot: missed === undefined ? (table.snapshotFor('pit') as TableSnapshotMessage) : null,
      missed: missed === undefined ? null : [...missed],
      timeline: table.timeline,
      nowMs: this.tables.nowMs,
    } as const;
  }
}

/** More players are counted, but not listed. */
const SHOWN_MAX = 500;

const READ = statement({
  inputs: { players: 'bigint[]', table: 'text', connections: 'text[]' },
  text: `
select p.id, p.name, c.since,
       exists (select from chat_mutes u where u.player_id in (${playersOfPerson('p.id')}) and (u.table_id is null or u.table_id = :table) and ${MUTE_IN_FORCE}) as muted
  from players p left join connections c on c.player_id = p.id and c.connection = any(:connections)
 where p.id = any(:players)`,
});

interface Row {
  readonly id: string;
  readonly name: string;
  readonly since: Date | null;
  readonly muted: boolean;
}

interface Seated {
  readonly players: SeatedPlayer[];
  readonly total: number;
}

/** Somebody at the table, with the sum of their stakes in its currency, by its stated rates. */
interface Shown extends Sitter {
  readonly currency: string;
  readonly stake: bigint;
}

/**
 * Everybody connected there, to whatever process, and everybody who has left with bets still on it.
 * The highest stake first, by the table's stated rates. Of more than are shown, and of those who
 * have just come or gone, the number is about right.
 */
const readSeated = async (
  pool: Pick<pg.Pool, 'query'>,
  { state, seats }: Pick<Table, 'state' | 'seats'>,
  sitters: Sitters,
): Promise<Seated> => {
  const { table, settings } = state;
  const known = knownHere(state, seats);
  const first = known.slice(0, SHOWN_MAX);
  const notHere = first.filter(({ connections }) => connections.length === 0);
  const asked = notHere.map(({ playerId }) => playerId);
  const elsewhere = await sitters.elsewhere(table, asked, SHOWN_MAX - first.length);
  const ids = new Set(known.map(({ playerId }) => playerId));
  const others = [...elsewhere.keys()].filter((playerId) => !ids.has(playerId));
  const { currency } = settings;
  const withoutStakes = others.map((playerId) => {
    return { playerId, stakes: NO_STAKES, currency, stake: 0n, connections: [] };
  });
  const shown = [...first, ...withoutStakes].slice(0, SHOWN_MAX).map((each) => {
    const connections = [...each.connections, ...(elsewhere.get(each.playerId) ?? [])];
    return { ...each, connections };
  });
  return {
    players: await describeAll(pool, state, shown),
    total: Math.max(known.length + others.length, sitters.at(table)),
  };
};

/** Whom the table itself knows of, the highest stake first. */
const knownHere = (state: TableState, seats: readonly Sitter[]): readonly Shown[] => {
  const lies = liesStill(state);
  const { settings } = state;
  return seats
    .map(({ playerId, stakes: own, currency: its, connections }) => {
      const stakes = lies ? own : NO_STAKES;
      const currency = its ?? settings.currency;
      const stake = aboutInOwn(settings, new Map([[currency, totalOf(stakes)]]));
      return { playerId, stakes, currency, stake, connections };
    })
    .filter(({ stakes, connections }) => stakes.size > 0 || connections.length > 0)
    .sort((one, other) => compare(other.stake, one.stake));
};

const describeAll = async (
  pool: Pick<pg.Pool, 'query'>,
  { table, settings }: Pick<TableState, 'table' | 'settings'>,
  shown: readonly Shown[],
): Promise<SeatedPlayer[]> => {
  const { rows } = await pool.query<Row>(
    READ({
      players: shown.map(({ playerId }) => playerId),
      table,
      connections: shown.flatMap(({ connections }) => connections),
    }),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return shown.map(({ playerId: id, stakes, currency, connections }) => ({
    id,
    name: known.get(id)?.name ?? id,
    stakes: Object.fromEntries([...stakes].map(([spot, stake]) => [spot, stake.toString()])),
    ...(stakes.size > 0 && currency !== settings.currency && { currency }),
    connected: connections.length > 0,
    connectedSinceMs: known.get(id)?.since?.getTime() ?? null,
    muted: known.get(id)?.muted ?? false,
  }));
};

const totalOf = (stakes: Stakes): bigint =>
  [...stakes.values()].reduce((total, stake) => total + stake, 0n);

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);
