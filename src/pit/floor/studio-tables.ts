/**
 * The tables of the studio and its gaming day: made from the console or by an administrator in the
 * pit, and changed from the console while no process runs them. Each change is recorded in the
 * staff's log. What runs is changed in the pit.
 */
import type pg from 'pg';
import { type Transaction, inTransaction } from '../../platform/transaction.js';
import type { TableModel } from '../../protocol/studio-tables.js';
import { takesUnknown } from '../../round/currencies.js';
import { isSameSetting } from '../../round/same-settings.js';
import {
  DEFAULT_SETTINGS,
  type SettingsChange,
  type SettingsFault,
  type StoredSettings,
  type TableSettings,
  changedSettings,
  readSettings,
  settingsFault,
} from '../../round/settings.js';
import { STUDIO, lineOf } from '../../staff/audit.service.js';
import { modelOf } from './table-model.js';

type NotMade =
  | ('table_exists' | 'unknown_table' | 'unknown_currency' | 'settings_moved_on')
  | SettingsFault;

type Refused =
  | NotMade
  | 'table_is_run' // a process runs it: its settings are changed in the pit
  | 'currency_is_played' // rounds were played in the one it has
  | 'unknown_time_zone'
  | 'not_once_a_day'; // the zone changes its clocks at that time

interface StudioTable {
  readonly id: string;
  readonly settings: TableSettings;
  /** Whether a process runs it now. */
  readonly isRun: boolean;
}

interface Model {
  /** The table. Undefined: the settings by default. */
  readonly like?: string | undefined;
  /** As it was seen. Undefined: it may be as it will. */
  readonly was?: TableModel | undefined;
}

interface GamingDay {
  readonly timeZone: string;
  /** `06:00`. */
  readonly beginsAt: string;
}

const TABLES = `
select t.id, t.settings, coalesce(l.owner is not null and l.expires_at > studio_now(), false) as "isRun"
  from tables t left join table_leases l on l.table_id = t.id`;

export class StudioTables {
  constructor(
    private readonly pool: pg.Pool,
    private readonly reason: string,
    private readonly by: string = STUDIO,
  ) {}

  async list(): Promise<readonly StudioTable[]> {
    const { rows } = await this.pool.query<StudioTable & { settings: StoredSettings }>(
      `${TABLES} order by t.id`,
    );
    return rows.map((row) => ({ ...row, settings: readSettings(row.settings) }));
  }

  /**
   * A process runs it within seconds, and its dealer opens it. What is not given is as at the table
   * `like`, or as by default.
   */
  make(id: string, given: SettingsChange, like?: string): Promise<TableSettings | NotMade> {
    return inTransaction(this.pool, (tx) => this.makeIn(tx, id, given, { like }));
  }

  /** The same in the transaction of more. What is refused has changed nothing. */
  async makeIn(
    tx: Transaction,
    id: string,
    given: SettingsChange,
    { like, was }: Model,
  ): Promise<TableSettings | NotMade> {
    const base = like === undefined ? DEFAULT_SETTINGS : await settingsOf(tx, like);
    if (base === undefined) return 'unknown_table';
    if (was !== undefined && !isSameSetting(was, modelOf(base))) return 'settings_moved_on';
    const settings = changedSettings(base, given);
    const fault = settingsFault(settings);
    if (fault !== undefined) return fault;
    if (takesUnknown(settings)) return 'unknown_currency';
    const { rowCount } = await tx.query(
      'insert into tables (id, settings) values ($1, $2) on conflict do nothing',
      [id, JSON.stringify(settings)],
    );
    if (rowCount !== 1) return 'table_exists';
    await this.#record(tx, { operation: 'table:make', table: id, after: settings });
    return settings;
  }

  /** While no process runs it: who takes it next waits, and reads what is written here. */
  alter(id: string, given: SettingsChange): Promise<TableSettings | Refused> {
    return inTransaction(this.pool, async (tx) => {
      await tx.query('select from table_leases where table_id = $1 for update', [id]);
      const { rows } = await tx.query<StudioTable & { settings: StoredSettings }>(
        `${TABLES} where t.id = $1 for update of t`,
        [id],
      );
      if (rows[0] === undefined) return 'unknown_table';
      if (rows[0].isRun) return 'table_is_run';
      const before = readSettings(rows[0].settings);
      const settings = changedSettings(before, given);
      const fault = settingsFault(settings);
      if (fault !== undefined) return fault;
      if (takesUnknown(settings, before)) return 'unknown_currency';
      if (settings.currency !== before.currency && (await hasRounds(tx, id))) {
        return 'currency_is_played';
      }
      await tx.query('update tables set settings = $2 where id = $1', [
        id,
        JSON.stringify(settings),
      ]);
      await this.#record(tx, { operation: 'table:alter', table: id, before, after: settings });
      return settings;
    });
  }

  async readDay(): Promise<GamingDay> {
    const { rows } = await this.pool.query<GamingDay>(DAY);
    return rows[0]!;
  }

  /** Limits of play count by it from now on. */
  setDay({ timeZone, beginsAt }: GamingDay): Promise<GamingDay | Refused> {
    return inTransaction(this.pool, async (tx) => {
      const zone = await tx.query('select from pg_timezone_names where name = $1', [timeZone]);
      if (zone.rowCount === 0) return 'unknown_time_zone';
      const other = await tx.query(NOT_ONCE, [timeZone, beginsAt]);
      if (other.rowCount !== 0) return 'not_once_a_day';
      const before = (await tx.query<GamingDay>(`${DAY} for update`)).rows[0];
      await tx.query('update gaming_day_rule set time_zone = $1, begins_at = $2', [
        timeZone,
        beginsAt,
      ]);
      const after = { timeZone, beginsAt };
      await this.#record(tx, { operation: 'studio:gaming-day', before, after });
      return after;
    });
  }

  async #record(tx: Transaction, action: Omit<Parameters<typeof lineOf>[0], 'by'>): Promise<void> {
    await tx.query(lineOf({ by: this.by, reason: this.reason, ...action }));
  }
}

const DAY = `select time_zone as "timeZone", to_char(begins_at, 'HH24:MI') as "beginsAt" from gaming_day_rule`;

/**
 * A day of the next ten years in which the clocks of the zone $1 show the time $2 twice, or not at
 * all. A moment that shows it is as far from UTC as the zone is a day before, or a day after.
 */
const NOT_ONCE = `
with shown as (
  select current_date + day + $2::time as local from generate_series(0, 3653) as day
)
select from shown
 where (select count(distinct moment)
          from (values (interval '-1 day'), (interval '1 day')) as side (away),
       lateral (select (local + away) at time zone 'UTC' as near) as beside,
       lateral (select (local - (near at time zone $1 - near at time zone 'UTC'))
                         at time zone 'UTC' as moment) as tried
         where moment at time zone $1 = local) <> 1
 limit 1`;

const hasRounds = async (tx: Transaction, table: string): Promise<boolean> =>
  (await tx.query('select from rounds where table_id = $1 limit 1', [table])).rowCount === 1;

const settingsOf = async (tx: Transaction, table: string): Promise<TableSettings | undefined> => {
  const { rows } = await tx.query<{ settings: StoredSettings }>(
    'select settings from tables where id = $1',
    [table],
  );
  return rows[0] && readSettings(rows[0].settings);
};
