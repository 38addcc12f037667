/**
 * What only the process that runs a table knows of it, and the wall shows: what lies on its layout,
 * what that may cost, since when it is as it is, and whether it is stalled. The others
 * hear of it while somebody there watches.
 */
import { Injectable } from '@nestjs/common';
import { type BulletinKind, Bulletins } from '../../platform/bulletins.service.js';
import { Poller } from '../../platform/poller.js';
import type { TableSettings } from '../../round/settings.js';
import type { TableState } from '../../round/state.js';
import { Tables } from '../../table/tables.service.js';
import { PitBroadcast } from '../watch/pit-broadcast.js';
import type { Stalled } from '../watch/stall.js';
import type { TableProgress } from '../watch/table-progress.js';
import { TableWatch } from '../watch/table-watch.service.js';
import { type PlacedStakes, placedStakesOf } from './wall-table.js';

interface KnownInside {
  readonly placed: PlacedStakes;
  readonly progress: Pick<TableProgress, 'phaseSinceMs' | 'lastScanAtMs'> | undefined;
  readonly stalled: Stalled | null;
}

interface Reported extends KnownInside {
  readonly table: string;
  /** Of the round that the stakes are of. */
  readonly game: string | null;
}

/** Of the tables of the process that posts it. */
const ON_THE_WALL: BulletinKind<readonly Reported[]> = { name: 'on the wall' };
/** Somebody who is connected to the process that posts it watches the wall. */
const WATCHED: BulletinKind<null> = { name: 'wall watched' };

const EVERY_MS = 250;
/** Where nothing has changed, it is said again after this, and forgotten some time later. */
const AGAIN_MS = 2_000;
const FORGOTTEN_MS = 3 * AGAIN_MS;
const NOTHING: PlacedStakes = { bets: 0, exposure: null };

@Injectable()
export class WallNews {
  /** Stakes are added up again only when the state is another one. */
  readonly #placed = new WeakMap<TableState, PlacedStakes>();
  /** By table, of those that run elsewhere. */
  readonly #reported = new Map<string, Reported & { readonly atMs: number }>();
  /** By table, of those that run here: what was said last. */
  readonly #said = new Map<string, { readonly text: string; readonly atMs: number }>();
  #watchedElsewhereAtMs = -Infinity;
  #saidWatchedAtMs = -Infinity;

  constructor(
    private readonly tables: Tables,
    private readonly watch: TableWatch,
    private readonly pitBroadcast: PitBroadcast,
    private readonly bulletins: Bulletins,
    poller: Poller,
  ) {
    bulletins.on(WATCHED, () => void (this.#watchedElsewhereAtMs = tables.nowMs));
    bulletins.on(ON_THE_WALL, (all) => {
      const atMs = tables.nowMs;
      for (const each of all) this.#reported.set(each.table, { ...each, atMs });
    });
    poller.poll({ name: 'wall news', everyMs: EVERY_MS, look: (nowMs) => this.#look(nowMs) });
  }

  /** Of a table in this state, wherever it runs. */
  of(table: string, state: TableState | undefined): KnownInside {
    const stalled = this.watch.stallOf(table);
    const here = this.tables.find(table);
    if (state !== undefined && typeof here !== 'string') {
      return { placed: this.#placedAt(here), progress: this.watch.progressOf(table), stalled };
    }
    const reported = this.#reported.get(table);
    const isLate = reported === undefined || this.tables.nowMs - reported.atMs > FORGOTTEN_MS;
    if (state === undefined || isLate) return { placed: NOTHING, progress: undefined, stalled };
    const isOfRound = reported.game === (state.round?.game ?? null);
    const placed = isOfRound ? reported.placed : NOTHING;
    return { placed, progress: reported.progress, stalled: stalled ?? reported.stalled };
  }

  /** Where a still of its picture is. */
  stillOf(table: string, settings: TableSettings): string | null {
    return this.watch.stillOf(table, settings);
  }

  #placedAt({ state, slips }: Exclude<ReturnType<Tables['find']>, string>): PlacedStakes {
    const placed = this.#placed.get(state) ?? placedStakesOf(state, slips);
    this.#placed.set(state, placed);
    return placed;
  }

  #look(nowMs: number): void {
    if (this.pitBroadcast.isHeard && nowMs - this.#saidWatchedAtMs >= AGAIN_MS) {
      this.#saidWatchedAtMs = nowMs;
      void this.bulletins.post(WATCHED, null);
    }
    if (nowMs - this.#watchedElsewhereAtMs > FORGOTTEN_MS) return this.#said.clear();
    const reports = this.tables.here.flatMap(({ state }) => this.#reportOf(state, nowMs) ?? []);
    if (reports.length > 0) void this.bulletins.post(ON_THE_WALL, reports);
  }

  /** Undefined where it was said already. */
  #reportOf(state: TableState, nowMs: number): Reported | undefined {
    const { table } = state;
    const { placed, progress, stalled } = this.of(table, state);
    const { phaseSinceMs, lastScanAtMs } = progress ?? {};
    const known = phaseSinceMs !== undefined && lastScanAtMs !== undefined;
    const reported: Reported = {
      table,
      game: state.round?.game ?? null,
      placed,
      progress: known ? { phaseSinceMs, lastScanAtMs } : undefined,
      stalled,
    };
    const text = JSON.stringify(reported);
    const said = this.#said.get(table);
    if (said?.text === text && nowMs - said.atMs < AGAIN_MS) return undefined;
    this.#said.set(table, { text, atMs: nowMs });
    return reported;
  }
}
