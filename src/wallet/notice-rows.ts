/** The rows of what operators' wallets have players read, and of the answers to be sent. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { WalletNotice } from '../protocol/wallet-notice.js';

type Querying = Pick<pg.ClientBase, 'query'>;

/** So many wait for one player's answer at most. What comes then is left alone. */
const WAITING_MAX = 20;

const KEEP = statement({
  inputs: {
    operator: 'text',
    ref: 'text',
    currency: 'text',
    id: 'text',
    kind: 'text',
    text: 'text',
    actions: 'jsonb',
  },
  text: `
insert into wallet_notices (operator_id, player_id, notice_id, kind, text, actions)
select :operator, p.id, :id, :kind, :text, :actions from players p
 where p.operator_id = :operator and p.ref = :ref and p.currency = :currency
   and (select count(*) from wallet_notices w where w.player_id = p.id and w.answered_at is null) < ${WAITING_MAX}
on conflict (player_id, notice_id) do nothing`,
});

interface Whose {
  readonly operator: string;
  readonly ref: string;
  readonly currency: string;
}

/** One that came before stays as it was. */
export const keepNotice = async (
  client: Querying,
  whose: Whose,
  { actions, ...notice }: WalletNotice,
): Promise<void> => {
  await client.query(KEEP({ ...whose, ...notice, actions: JSON.stringify(actions) }));
};

const WAITING = `select player_id as player, notice_id as id, kind, text, actions from wallet_notices
  where answered_at is null`;

interface Waiting extends WalletNotice {
  readonly player: string;
}

/** What the player has not answered yet, the oldest first. */
export const readOwnNotices = async (
  client: Querying,
  player: string,
): Promise<readonly WalletNotice[]> => {
  const { rows } = await client.query<Waiting>(
    `${WAITING} and player_id = $1 order by wallet_notices.id`,
    [player],
  );
  return rows.map(({ player: _, ...notice }) => notice);
};

/** What has come in the last `withinMs`, whosever it is. */
export const readNewNotices = async (
  client: Querying,
  withinMs: number,
): Promise<readonly Waiting[]> => {
  const { rows } = await client.query<Waiting>(
    `${WAITING} and brought_at > studio_clock() - $1 * interval '1 ms' order by wallet_notices.id`,
    [withinMs],
  );
  return rows;
};

const ANSWER = statement({
  inputs: { player: 'bigint', id: 'text', action: 'text' },
  text: `
with answered as (
  update wallet_notices set action = :action, answered_at = studio_clock(), next_try_at = studio_clock()
   where player_id = :player and notice_id = :id and answered_at is null
     and case when actions = '[]' then :action = 'read' else actions @> jsonb_build_array(jsonb_build_object('id', :action)) end
  returning id)
select exists (select from answered)
    or exists (select from wallet_notices where player_id = :player and notice_id = :id and answered_at is not null) as known`,
});

/** The first answer counts. False where the notice is not the player's, or has no such action. */
export const answerNotice = async (
  client: Querying,
  player: string,
  id: string,
  action: string,
): Promise<boolean> => {
  const { rows } = await client.query<{ known: boolean }>(ANSWER({ player, id, action }));
  return rows[0]!.known;
};

/** An answer to be sent. */
export interface AnswerDue {
  readonly id: string;
  readonly operator: string;
  readonly callbackUrl: string;
  readonly player: string;
  readonly currency: string;
  readonly session: string | null;
  readonly notice: string;
  readonly action: string;
  readonly answeredAtMs: string;
}

interface Taking {
  readonly pauseMs: number;
  readonly ofEach: number;
  readonly but: readonly string[];
}

const TAKE_DUE = statement({
  inputs: { pauseMs: 'float8', ofEach: 'bigint', but: 'text[]' },
  text: `
update wallet_notices n set tries = tries + 1,
       next_try_at = studio_clock() + least(:pauseMs * 2 ^ least(tries, 20), 300000) * interval '1 ms'
  from players p, operators o
 where p.id = n.player_id and o.id = n.operator_id and n.id in (
   select d.id from operators of cross join lateral (
     select id from wallet_notices
      where operator_id = of.id and answered_at is not null and taken_at is null
        and next_try_at between studio_now() - interval '1 day' and studio_now()
        and answered_at > studio_now() - interval '1 day'
      order by next_try_at limit :ofEach for update skip locked) d
    where of.callback_url is not null and of.id <> all(:but))
returning n.id, n.operator_id as operator, o.callback_url as "callbackUrl", p.ref as player, p.currency,
          p.wallet_session as session, n.notice_id as notice, n.action,
          (extract(epoch from n.answered_at) * 1000)::bigint as "answeredAtMs"`,
});

/**
 * Takes up to `ofEach` answers that are due of every operator that is not in `but`, for one
 * process. Each is due again after a pause, which doubles from `pauseMs` on. After a day none is
 * sent any more.
 */
export const takeDueAnswers = async (
  client: Querying,
  taking: Taking,
): Promise<readonly AnswerDue[]> => {
  const { rows } = await client.query<AnswerDue>(TAKE_DUE(taking));
  return rows;
};

/** The operator has the answer. */
export const endAnswer = async (client: Querying, id: string): Promise<void> => {
  await client.query(
    'update wallet_notices set taken_at = studio_clock() where id = $1 and taken_at is null',
    [id],
  );
};
