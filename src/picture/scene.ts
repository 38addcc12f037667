/**
 * What is to be seen on the table, and since when: the cards in their places, the phase, and the
 * cards that are being taken away. Made of the table’s copy, as each of its messages changes it.
 */
import type { Card } from '../cards/card.js';
import type { TableCopy } from '../client/table-copy.js';
import { type CardSeat, type Coup, dealCoup, nextSeat } from '../punto-banco/coup.js';
import type { Outcome, Side } from '../punto-banco/outcome.js';
import { SLIDE_MS, openMs } from '../protocol/card-times.js';
import { totalOf } from '../punto-banco/hand.js';
import { paytable } from '../punto-banco/paytable.js';
import { verdict } from '../punto-banco/settle.js';
import { SPOTS, type Spot } from '../punto-banco/spot.js';
import type { TableStatistics } from '../protocol/statistics.js';
import type { Phase } from '../round/state.js';
import { PAYING_MS, type ShownPile, type Stake, stakesOn, pilesShown } from './piles.js';

export interface DealtCard {
  readonly card: Card;
  readonly seat: CardSeat;
  /** It left the shoe then. */
  readonly dealtAtMs: number;
  /**
   * Its way to lying open began then: with the deal, or at a squeeze table when the dealer opened
   * it. Infinity while it lies face down.
   */
  readonly openedAtMs: number;
}

export interface Scene {
  readonly phase: Phase;
  readonly game: string | undefined;
  readonly cards: readonly DealtCard[];
  /** The cards of the round before, while they are taken away. */
  readonly taken: readonly DealtCard[];
  readonly takenAtMs: number;
  /** What players have on each spot together. */
  readonly stakes: readonly Stake[];
  /** The chips of the round before, which go back to the players with its cards. */
  readonly takenPiles: readonly ShownPile[];
  /** What chips the table has, and what it pays. */
  readonly settings: Pick<TableCopy['settings'], 'chips' | 'paytable'>;
}

interface Seen {
  readonly copy: TableCopy;
  /** Who bets on what, as it was sent last. */
  readonly statistics?: TableStatistics | undefined;
}

/** The cards of a round go to the discard tray. */
export const TAKE_MS = 600;
/** Of what was on the table when the picture began, nothing moves. */
const LONG_AGO_MS = 0;

/** The scene after the table has become `copy`, at `nowMs`. */
export const sceneOf = ({ copy, statistics }: Seen, nowMs: number, before?: Scene): Scene => {
  const game = copy.round?.game;
  const isSame = before?.game === game;
  const dealt = copy.round?.cards ?? [];
  const known = isSame ? before?.cards : undefined;
  const open = copy.round?.faceDown?.open ?? dealt.length;
  const cards = dealt.flatMap((card, index) => {
    const seat = nextSeat(dealt.slice(0, index));
    if (seat === undefined) return [];
    const same = known?.[index]?.card === card ? known[index] : undefined;
    const dealtAtMs = same?.dealtAtMs ?? (before === undefined ? LONG_AGO_MS : nowMs);
    const wasDown = same?.openedAtMs === Infinity;
    const openedAtMs = wasDown ? nowMs : (same?.openedAtMs ?? dealtAtMs);
    return [{ card, seat, dealtAtMs, openedAtMs: index < open ? openedAtMs : Infinity }];
  });
  const isTaken = before !== undefined && !isSame && before.cards.length > 0;
  return {
    phase: copy.suspended?.from ?? copy.phase,
    game,
    cards,
    taken: isTaken ? before.cards : (before?.taken ?? []),
    takenAtMs: isTaken ? nowMs : (before?.takenAtMs ?? LONG_AGO_MS),
    stakes: statistics !== undefined && statistics.game === game ? stakesOn(statistics) : [],
    takenPiles: isTaken ? pilesSeen(before, nowMs) : (before?.takenPiles ?? []),
    settings: copy.settings,
  };
};

/** Until when cards move. */
const cardsMoveUntilMs = ({ cards, takenAtMs }: Scene): number =>
  Math.max(
    takenAtMs + TAKE_MS,
    ...cards.map(({ dealtAtMs, openedAtMs, seat }) =>
      openedAtMs === Infinity ? dealtAtMs + SLIDE_MS : openedAtMs + openMs(seat),
    ),
  );

/** Until when something moves. */
export const movesUntilMs = (scene: Scene): number =>
  cardsMoveUntilMs(scene) + (scene.stakes.length === 0 ? 0 : PAYING_MS);

/** A side’s cards that lie open by then, in their order. */
const openCards = ({ cards }: Scene, side: Side, nowMs: number): readonly Card[] =>
  cards
    .filter(({ seat, openedAtMs }) => seat.side === side && nowMs >= openedAtMs + openMs(seat))
    .map(({ card }) => card);

/** Undefined before the first card is open. */
export const totalSeen = (scene: Scene, side: Side, nowMs: number): number | undefined => {
  const open = openCards(scene, side, nowMs);
  return open.length === 0 ? undefined : totalOf(open);
};

/** The coup, once all its cards are opened. Of a void round there is none. */
const coupOf = ({ phase, cards }: Scene): Coup | undefined =>
  phase === 'void' || cards.some(({ openedAtMs }) => openedAtMs === Infinity)
    ? undefined
    : dealCoup(cards.map(({ card }) => card));

/** From when on the last card of the coup lies open. Undefined while that is not known. */
export const coupOpenAtMs = (scene: Scene): number | undefined =>
  coupOf(scene) === undefined ? undefined : cardsMoveUntilMs(scene);

/** Undefined until the last card is open. */
const coupSeen = (scene: Scene, nowMs: number): Coup | undefined =>
  nowMs < cardsMoveUntilMs(scene) ? undefined : coupOf(scene);

export const outcomeSeen = (scene: Scene, nowMs: number): Outcome | undefined =>
  coupSeen(scene, nowMs)?.outcome;

/** What has won, whatever lies there. None until the last card is open. */
export const spotsWon = (scene: Scene, nowMs: number): readonly Spot[] => {
  const coup = coupSeen(scene, nowMs);
  const pays = paytable(scene.settings.paytable);
  if (coup === undefined || pays === undefined) return [];
  return SPOTS.filter((spot) => verdict(coup, spot, 'zero_commission', pays).kind === 'won');
};

/** The chips on the felt. */
export const pilesSeen = (scene: Scene, nowMs: number): readonly ShownPile[] => {
  const coup = coupSeen(scene, nowMs);
  return pilesShown(scene.stakes, scene.settings, coup, nowMs - cardsMoveUntilMs(scene));
};
