/** The demo: tables to play at, and logins for whoever asks. It exists only in demo mode. */
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { refusedWith } from '../access/http-access.refusals.js';
import { beginGeneration } from '../access/player-generations.js';
import { Tokens } from '../access/tokens.js';
import { CONFIG, type Config } from '../config.js';
import { openPlayer } from '../ledger/open-player.js';
import { amount } from '../money/amount.js';
import { isCurrency } from '../money/currency.js';
import { POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type { DemoLogin, DemoToken } from '../protocol/http.js';
import { takeDatabase } from './demo-mark.js';
import { isOwnPicture, pictureOf } from './demo-picture.js';
import { employ, openDemoStaff } from './demo-staff.js';
import type { FurtherCurrency } from '../round/currencies.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../round/settings.js';

const OPERATOR = 'house';
/** What a new demo player has: 10,000.00. */
const GIFT = amount(1_000_000);
const { betMs, lastBetsMs, pauseMs } = DEFAULT_SETTINGS;
const UNHURRIED = { betMs, lastBetsMs, pauseMs };
const SPEED = { betMs: 8_000, lastBetsMs: 3_000, pauseMs: 3_000 };
const FAST = { betMs: 2_500, lastBetsMs: 1_000, pauseMs: 1_000 };

const hasTimes = (settings: TableSettings, times: typeof UNHURRIED): boolean =>
  settings.betMs === times.betMs &&
  settings.lastBetsMs === times.lastBetsMs &&
  settings.pauseMs === times.pauseMs;

/** In cents. */
const TIP_MAX = '10000';

/** What the first table takes besides euros, where the demo has operators. */
const FRANCS: FurtherCurrency = {
  ...{ chips: DEFAULT_SETTINGS.chips, limits: DEFAULT_SETTINGS.limits, groupLimits: {} },
  ...{ tipMax: TIP_MAX, rate: '1.06' },
};

/** By their number: one table where cards are squeezed open, and one that is quicker. */
const PLAIN = { name: 'Punto Banco', squeezeMs: null, times: UNHURRIED };
const KINDS: Readonly<
  Partial<Record<number, Omit<typeof PLAIN, 'squeezeMs'> & { squeezeMs: number | null }>>
> = {
  3: { name: 'Squeeze', squeezeMs: 6_000, times: UNHURRIED },
  4: { name: 'Speed', squeezeMs: null, times: SPEED },
};

const SETTINGS = statement({
  inputs: { id: 'text' },
  text: 'select settings from tables where id = :id',
});

const SET_TABLE = statement({
  inputs: { id: 'text', settings: 'jsonb' },
  text: `
insert into tables (id, settings) values (:id, :settings)
    on conflict (id) do update set settings = excluded.settings`,
});

const IS_PLAYED = statement({
  inputs: { currency: 'text' },
  text: `
(select from players where currency = :currency limit 1)
 union all
(select from tables
  where settings ->> 'currency' = :currency or settings -> 'further' -> :currency is not null limit 1)`,
});

@Injectable()
export class Demo implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'demo' | 'publicUrl' | 'http'>,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tokens: Tokens,
  ) {}

  /**
   * Tables `pb-1` … `pb-n`. Those of an earlier start stay as they are. Only their clock
   * and their stream are set anew, as long as they are the demo's own and not what somebody has
   * chosen in the pit.
   */
  async onModuleInit(): Promise<void> {
    const { demo } = this.config;
    if (demo === undefined) return;
    // Nothing is made up before the database is known to be a demo's.
    await takeDatabase(this.pool, true);
    for (let number = 1; number <= demo.tables; number += 1) {
      const id = `pb-${number}`;
      const { rows } = await this.pool.query<{ settings: TableSettings }>(SETTINGS({ id }));
      const { name, squeezeMs, times } = KINDS[number] ?? PLAIN;
      const known = rows[0]?.settings ?? {
        ...DEFAULT_SETTINGS,
        name: `${name} ${number}`,
        squeezeMs,
        tipMax: TIP_MAX,
        ...times,
      };
      const isOwn = [FAST, UNHURRIED, SPEED].some((own) => hasTimes(known, own));
      const { videoUrl, whepUrl } = pictureOf(this.config, number);
      const settings = {
        ...known,
        ...(isOwn && (demo.fast ? FAST : times)),
        ...(demo.further &&
          number === 1 &&
          known.currency === 'EUR' && // The rate of the francs is stated in euros.
          known.further === undefined && { further: { CHF: FRANCS } }),
        ...(isOwnPicture(known.videoUrl ?? null) && { videoUrl }),
        ...(isOwnPicture(known.whepUrl ?? null) && { whepUrl }),
      };
      await this.pool.query(SET_TABLE({ id, settings: JSON.stringify(settings) }));
    }
    await openDemoStaff(this.pool, demo.tables);
  }

  /**
   * A player of that name is opened, with money, at the first login. Each login ends the tokens
   * that the player had before. One of the staff is opened without a badge. Refuses a name that
   * works in another role.
   */
  async login({ role, name, currency }: DemoLogin): Promise<DemoToken> {
    if (role === 'player') {
      if (currency !== undefined && !isCurrency(currency) && !(await this.#isPlayed(currency))) {
        throw refusedWith('unknown_currency');
      }
      const open = (tx: Transaction) => openPlayer(tx, OPERATOR, name, name, GIFT, currency);
      const id = await inTransaction(this.pool, open);
      const generation = await beginGeneration(this.pool, id);
      return { token: await this.tokens.sign({ id, role }, generation), id };
    }
    const generation = await employ(this.pool, name, role);
    return { token: await this.tokens.sign({ id: name, role }, generation), id: name };
  }

  /** Of a version before, which took any three letters for a currency. */
  async #isPlayed(currency: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(IS_PLAYED({ currency }));
    return rowCount !== 0;
  }
}
