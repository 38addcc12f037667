/**
 * Launches: an operator's player comes in by a URL that is good for a minute, and once. The URL
 * carries a token that the database knows by its hash alone.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Tokens } from '../access/tokens.js';
import { openPlayer } from '../ledger/open-player.js';
import { ZERO, amount } from '../money/amount.js';
import { exponentOf } from '../money/currency.js';
import { assert } from '../money/assert.js';
import { MONEY_POOL, PUBLIC_POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { inTransaction } from '../platform/transaction.js';
import {
  DEMO_CURRENCY,
  type LaunchOrder,
  type LaunchRefusal,
  type LaunchedPlayer,
  type OperatorOrderRefusal,
} from '../protocol/operator.js';
import { WalletCalls } from '../wallet/wallet-calls.service.js';
import { type WalletPlayer, findWallet } from '../wallet/wallet-rows.js';
import { readOperator } from './operator-rows.js';

const GOOD_FOR_S = 60;
/** How long a wallet is waited for when a player comes in by a session of its platform. */
const OPEN_WITHIN_MS = 2_000;
/** What a player has who comes with made-up money: 10,000.00. */
const GIFT = amount(1_000_000);

interface Launched {
  readonly launch: string;
  readonly expiresAtMs: number;
  readonly playerId: string;
  /** Whether pages of the operator's may show the player's page in a frame. */
  readonly isFramed: boolean;
}

interface Used extends Omit<LaunchedPlayer, 'token'> {
  readonly player_id: string;
  readonly generation: number;
}

/** What nobody can use any more is forgotten a day later, a few rows each time. */
const INSERT = statement({
  inputs: {
    hash: 'bytea',
    player: 'bigint',
    language: 'text null',
    table: 'text null',
    returnUrl: 'text null',
    cashierUrl: 'text null',
    session: 'text null',
  },
  text: `
with old as (
  delete from launches where token_hash in (
    select token_hash from launches where expires_at < studio_now() - interval '1 day'
     order by expires_at limit 10 for update skip locked)
)
insert into launches (token_hash, player_id, language, table_id, return_url, cashier_url, session, expires_at)
values (:hash, :player, :language, :table, :returnUrl, :cashierUrl, :session, studio_now() + interval '${GOOD_FOR_S} seconds')
returning (extract(epoch from expires_at) * 1000)::bigint as expires_at_ms`,
});

/**
 * That no hand of the player `p` waits. Whoever is barred comes in while one does: it is played on,
 * and the money taken out. None of before a restore: nobody plays those on.
 */
const NO_HAND_WAITS = `not exists (
  select from solo_hands h
   where h.player_id = p.id and h.status = 'in_play' and h.hand_number > last_hand_before())`;

/** That the player `p` is barred, and not let in to end a hand. */
const IS_KEPT_OUT = `(is_barred(p.operator_id, p.ref) and ${NO_HAND_WAITS})`;

const IS_BARRED = statement({
  inputs: { operator: 'text', ref: 'text', currency: 'text' },
  text: `
select is_barred(:operator, :ref) and not exists (
  select from players p
   where p.operator_id = :operator and p.ref = :ref and p.currency = :currency
     and not ${NO_HAND_WAITS}) as yes`,
});

const NAME_AND_GROUP = statement({
  inputs: { player: 'bigint', name: 'text', group: 'text null' },
  text: `
update players set name = :name, limit_group = :group
 where id = :player and (name <> :name or limit_group is distinct from :group)`,
});

/** The session of a launch that could be used now, by a player who may come in. */
const SESSION = statement({
  inputs: { hash: 'bytea' },
  text: `
select l.player_id as player, l.session
  from launches l join players p on p.id = l.player_id join operators o on o.id = p.operator_id
 where l.token_hash = :hash and l.used_at is null and l.expires_at > studio_now()
   and o.disabled_at is null and not ${IS_KEPT_OUT}`,
});

/** An operator's wallet is asked for so many sessions at once: its stakes go the same way. */
const OPEN_AT_ONCE = 8;

/**
 * Of two who show the same token at once, one has it. Tokens that the player was given before hold
 * no longer, and the player's session is the launch's, if no launch that was made later is used:
 * its wallet may have answered sooner. One that is too late shares the sign-in of that.
 */
const USE = statement({
  inputs: { hash: 'bytea', session: 'text null' },
  text: `
with used as (
update launches l set used_at = studio_now() from players p, operators o
 where token_hash = :hash and used_at is null and expires_at > studio_now()
   and p.id = l.player_id and o.id = p.operator_id and o.disabled_at is null
   and not ${IS_KEPT_OUT}
returning l.player_id, l.number, p.currency, l.language, l.table_id as "table",
          l.return_url as "returnUrl", l.cashier_url as "cashierUrl", o.frame_origins as "frameOrigins"
), known as (
  update players p
     set generation = case when p.wallet_launch > used.number then p.generation else p.generation + 1 end,
         wallet_session = case when p.wallet_launch > used.number then p.wallet_session else :session end,
         wallet_launch = greatest(p.wallet_launch, used.number)
    from used where p.id = used.player_id
  returning p.id, p.generation
)
select player_id, generation, currency, language, "table", "returnUrl", "cashierUrl", "frameOrigins"
  from used join known on known.id = used.player_id`,
});

const WHY_NOT = statement({
  inputs: { hash: 'bytea' },
  text: `
select l.used_at is not null as is_used, o.disabled_at is not null as is_off,
       ${IS_KEPT_OUT} as is_barred
  from launches l join players p on p.id = l.player_id join operators o on o.id = p.operator_id
 where l.token_hash = :hash`,
});

const hashOf = (launch: string): Buffer => createHash('sha256').update(launch).digest();

type Session = string | null | { readonly refusal: LaunchRefusal };

@Injectable()
export class Launches {
  /** What is asked of wallets now, by the launches and by their operators. */
  readonly #asking = new Map<string, Promise<Session>>();
  readonly #atOnce = new Map<string, number>();

  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    @Inject(PUBLIC_POOL) private readonly shown: pg.Pool,
    private readonly tokens: Tokens,
    private readonly calls: WalletCalls,
  ) {}

  /** The player is opened at the first launch, with money only where it is made up. */
  open(operatorId: string, order: LaunchOrder): Promise<Launched | OperatorOrderRefusal> {
    const { player: ref, name = ref.slice(0, 32), currency, table } = order;
    const { language, returnUrl, cashierUrl, session, group = null } = order;
    return inTransaction(this.pool, async (tx) => {
      const operator = await readOperator(tx, operatorId);
      assert(operator !== undefined, 'who asks is an operator');
      const isDemo = currency === DEMO_CURRENCY;
      if (!isDemo && !operator.currencies.includes(currency)) return 'currency_not_played';
      if (table !== undefined && !(await this.#isOpenTo(tx, operator.tables, table))) {
        return 'unknown_table';
      }
      const barred = await tx.query<{ yes: boolean }>(
        IS_BARRED({ operator: operatorId, ref, currency }),
      );
      if (barred.rows[0]!.yes) return 'barred_from_play';
      const gift = isDemo ? GIFT : ZERO;
      const player = await openPlayer(tx, operatorId, ref, name, gift, currency);
      await tx.query(NAME_AND_GROUP({ player, name, group }));
      const launch = randomBytes(32).toString('base64url');
      const { rows } = await tx.query<{ expires_at_ms: string }>(
        INSERT({ hash: hashOf(launch), player, table, language, returnUrl, cashierUrl, session }),
      );
      const isFramed = operator.frameOrigins.length > 0;
      return { launch, expiresAtMs: Number(rows[0]!.expires_at_ms), playerId: player, isFramed };
    });
  }

  /**
   * Whoever is first to show the token of a launch has a player's token for it. Strangers show what
   * they like, so it is looked at where no round's payment waits behind them.
   *
   * @throws DatabaseBusy where too many do: the launch is not used up.
   */
  async use(launch: string): Promise<LaunchedPlayer | LaunchRefusal | 'operator_is_off'> {
    const hash = hashOf(launch);
    const session = await this.#opened(hash);
    if (typeof session === 'object' && session !== null) return session.refusal;
    const { rows } = await this.shown.query<Used>(USE({ hash, session }));
    if (rows[0] === undefined) return this.#whyNot(hash);
    const { player_id: id, generation, ...player } = rows[0];
    return { token: await this.tokens.sign({ id, role: 'player' }, generation), ...player };
  }

  /**
   * The session that the player has by the launch, as its operator's wallet says. A launch of a
   * wallet that does not answer is not used up. However often one is shown meanwhile, its wallet is
   * asked once.
   */
  async #opened(hash: Buffer): Promise<Session> {
    const { rows } = await this.shown.query<{ player: string; session: string | null }>(
      SESSION({ hash }),
    );
    const { player, session = null } = rows[0] ?? {};
    const wallet =
      player === undefined || session === null ? undefined : await findWallet(this.shown, player);
    if (wallet === undefined || session === null) return session;
    const launch = hash.toString('hex');
    let asking = this.#asking.get(launch);
    if (asking === undefined) {
      asking = this.#ask(wallet, session).finally(() => this.#asking.delete(launch));
      this.#asking.set(launch, asking);
    }
    return asking;
  }

  async #ask(wallet: WalletPlayer, session: string): Promise<Session> {
    const { operator, ref, currency } = wallet;
    const others = this.#atOnce.get(operator) ?? 0;
    if (others >= OPEN_AT_ONCE) return { refusal: 'wallet_unavailable' };
    this.#atOnce.set(operator, others + 1);
    const order = { player: ref, currency, exponent: exponentOf(currency), session };
    try {
      const verdict = await this.calls.ask(wallet, 'open', order, OPEN_WITHIN_MS);
      if (verdict.status === 'unknown') return { refusal: 'wallet_unavailable' };
      if (verdict.status === 'refused') return { refusal: 'session_refused' };
      return verdict.session ?? session;
    } finally {
      const left = this.#atOnce.get(operator)! - 1;
      if (left === 0) this.#atOnce.delete(operator);
      else this.#atOnce.set(operator, left);
    }
  }

  async #whyNot(hash: Buffer): Promise<LaunchRefusal | 'operator_is_off'> {
    const { rows } = await this.shown.query<{
      is_used: boolean;
      is_off: boolean;
      is_barred: boolean;
    }>(WHY_NOT({ hash }));
    if (rows[0] === undefined) return 'unknown_launch';
    if (rows[0].is_used) return 'launch_used';
    if (rows[0].is_off) return 'operator_is_off';
    return rows[0].is_barred ? 'barred_from_play' : 'launch_expired';
  }

  async #isOpenTo(
    tx: Pick<pg.ClientBase, 'query'>,
    tables: readonly string[] | null,
    table: string,
  ): Promise<boolean> {
    if (tables !== null && !tables.includes(table)) return false;
    const { rowCount } = await tx.query('select from tables where id = $1', [table]);
    return rowCount === 1;
  }
}
