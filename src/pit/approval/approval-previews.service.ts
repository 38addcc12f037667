/** What a request would do now, had a second person agreed. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Caller } from '../../access/tokens.js';
import type { Card } from '../../cards/card.js';
import { POOL } from '../../platform/database.js';
import type { ApprovalSubject, AsItStands, Concerned, Preview } from '../../protocol/approval.js';
import type { PIT_REFUSALS } from '../../protocol/refusals.js';
import { nextSeat } from '../../punto-banco/coup.js';
import type { Fix } from '../../round/correction.js';
import { decide } from '../../round/decide.js';
import { type TableState, phaseBeneath } from '../../round/state.js';
import { type HandPayDue, previewHandPay, readHandPay } from '../../settlement/hand-pay.js';
import {
  inCurrencyOf,
  previewCorrection,
  readConcerned,
} from '../../settlement/preview-correction.js';
import { Tables } from '../../table/tables.service.js';
import { type AskedShoe, askedShoe, writtenCoup } from '../execution/approved-command.js';
import { ApartApprovals } from '../execution/apart-approvals.service.js';
import type { AskedCase } from '../execution/case-approvals.service.js';
import type { AskedHand, AskedHands } from '../execution/hand-approvals.service.js';
import { isVoidNow, readAskedRound } from './postgres-approvals.js';
import type { AskedRound } from './store.js';
import { TableApprovals } from '../execution/table-approvals.service.js';

export interface Refusal {
  readonly ok: false;
  readonly refusal: (typeof PIT_REFUSALS)[number];
}

interface Tried {
  readonly ok: true;
  readonly subject: ApprovalSubject;
  /** What it is about, as it is now. */
  readonly before: AskedRound | AskedShoe | AskedHand | AskedHands | AskedCase;
  /** In numbers. Null for cards, where no money moves. */
  readonly preview: Preview | null;
  /** What it would replace. */
  readonly standing: AsItStands;
}

/** What a request would do, and to whom. */
interface Shown {
  readonly ok: true;
  readonly preview: Preview | null;
  readonly standing: AsItStands;
  readonly concerned: Concerned[];
}

/** Any second person will do here: the table only asks that there is one. */
const SOMEBODY = 'a second person';

@Injectable()
export class ApprovalPreviews {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    private readonly ofTables: TableApprovals,
    private readonly apart: ApartApprovals,
  ) {}

  /** The refusal where the table, the hand or the case would not have it. */
  async try(asked: ApprovalSubject, caller: Caller): Promise<Refusal | Tried> {
    const tried = await this.apart.try(asked);
    if (tried === undefined) return this.#tryTable(asked, caller);
    return tried.ok ? { ...tried, standing: NOTHING_LIES } : tried;
  }

  /** The same for whoever looks at it, with those whom it would concern. */
  async show(asked: ApprovalSubject, caller: Caller): Promise<Refusal | Shown> {
    const tried = await this.try(asked, caller);
    if (!tried.ok) return tried;
    const { subject, preview, standing } = tried;
    return {
      ok: true,
      preview,
      standing,
      concerned: [...(await this.#concerned(subject, preview))],
    };
  }

  async #tryTable(asked: ApprovalSubject, { id: by, role }: Caller): Promise<Refusal | Tried> {
    const { kind, game } = asked;
    const table = this.tables.own(asked.table ?? '');
    if (table === 'unknown_table') return refused(table);
    if (role === 'dealer' && table.state.dealer !== by) return refused('not_the_dealer');
    const round = game === undefined ? null : await readAskedRound(this.pool, game);
    if (round === undefined) return refused('unknown_round');
    if (round !== null && round.table !== asked.table) return refused('other_table');
    if ((kind === 'refund' || kind === 'hand_pay') && !(await this.#isPlayer(asked.player))) {
      return refused('unknown_player');
    }
    const coup = asked.coup === undefined ? undefined : writtenCoup(asked.coup);
    if (asked.coup !== undefined && coup === undefined) return refused('coup_is_unlawful');
    const givesBack = kind === 'void' || kind === 'refund';
    if (givesBack && game !== undefined && (await isVoidNow(this.pool, game))) {
      return refused('nothing_to_correct');
    }

    if (kind === 'hand_pay' && (await this.#handPayOf(asked)) === undefined) {
      return refused('nothing_to_correct');
    }

    const state = resumed(table.state);
    const subject = { ...asked, ...(coup !== undefined && { coup }) };
    const persons = { requestedBy: by, approvedBy: SOMEBODY, approval: '0' };
    const asking = { ...subject, reason: 'other' } as const;
    const now = { state, timeline: table.timeline };
    const command = await this.ofTables.commandFor(asking, persons, round, now);
    if (command === undefined) return refused('card_not_due');
    const { nowMs } = this.tables;
    const decision = decide(state, command, { nowMs, nextGame: '0' });
    if (!decision.ok) return refused(decision.refusal);
    const before = round ?? askedShoe(state);
    const preview = await this.#previewOf(subject);
    // By the cards that count it is settled again only to take back what a refund gave.
    const changesCards = kind !== 'refund' && !(kind === 'resettle' && coup === round?.coup);
    if (!changesCards && preview !== null && !movesMoney(preview)) {
      return refused('nothing_to_correct');
    }
    const standing = { coup: round?.coup ?? null, card: null };
    if (!('side' in command)) return { ok: true, subject, before, preview, standing };
    const seat = `${command.side}_${command.position}` as const;
    const cards = state.round?.cards ?? [];
    const card = kind === 'card_correction' ? cardOn(seat, cards) : undefined;
    return {
      ok: true,
      subject: { ...subject, seat },
      before,
      preview,
      standing: { ...standing, card: card ?? null },
    };
  }

  /** Whom it would concern: none where no money moves. */
  async #concerned(
    { kind, game, hand, coup, player }: ApprovalSubject,
    preview: Preview | null,
  ): Promise<readonly Concerned[]> {
    if (preview === null) return [];
    if (game !== undefined && isOfMoney(kind)) {
      return readConcerned(this.pool, { game, fix: kind, coup, player });
    }
    const { currency, bets, stakes, was, paid } = preview.further?.[0] ?? preview;
    const its = currency === undefined ? {} : { currency };
    const { rows } = await this.pool.query<Pick<Concerned, 'player' | 'name'>>(
      `select id::text as player, name from players
        where id = coalesce($1, (select player_id from solo_hands where hand_number = $2))`,
      [player, hand],
    );
    return rows.map((one) => ({ ...one, ...its, bets, stakes, was, paid }));
  }

  /** What it would do, in numbers. Null for cards, where no money moves. */
  async #previewOf(subject: ApprovalSubject): Promise<Preview | null> {
    const { kind, game, coup, player } = subject;
    const handPay = kind === 'hand_pay' ? await this.#handPayOf(subject) : undefined;
    if (handPay !== undefined && game !== undefined && player !== undefined) {
      return inCurrencyOf(this.pool, { game, player }, previewHandPay(handPay));
    }
    if (game === undefined || !isOfMoney(kind)) return null;
    return (await previewCorrection(this.pool, { game, fix: kind, coup, player })) ?? null;
  }

  async #handPayOf({ game, player }: ApprovalSubject): Promise<HandPayDue | undefined> {
    if (game === undefined || player === undefined) return undefined;
    return readHandPay(this.pool, game, player);
  }

  async #isPlayer(id: string | undefined): Promise<boolean> {
    const { rows } = await this.pool.query('select from players where id = $1', [id]);
    return rows.length > 0;
  }
}

const NOTHING_LIES: AsItStands = { coup: null, card: null };

/** The card that was dealt to the seat. */
const cardOn = (seat: string, cards: readonly Card[]): Card | undefined =>
  cards.find((_, dealt) => {
    const of = nextSeat(cards, dealt);
    return of !== undefined && `${of.side}_${of.position}` === seat;
  });

/** Whether somebody gets more or less, in whatever currency. */
const movesMoney = ({ further = [], ...own }: Preview): boolean =>
  [own, ...further].some(({ given, takenBack }) => given !== '0' || takenBack !== '0');

const isOfMoney = (kind: ApprovalSubject['kind']): kind is Fix =>
  kind === 'void' || kind === 'resettle' || kind === 'refund';

const refused = (refusal: Refusal['refusal']): Refusal => ({ ok: false, refusal });

/** A request at a suspended table is meant for when it goes on. */
const resumed = (state: TableState): TableState => ({
  ...state,
  phase: phaseBeneath(state),
  suspension: null,
});
