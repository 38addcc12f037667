import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNight, play } from '../../test/kit/any-night.js';
import type { LiveTable } from '../../test/kit/live-table.js';
import type { Card } from '../cards/card.js';
import { countCards } from '../cards/composition.js';
import { dealCoup } from '../punto-banco/coup.js';
import { totalOf } from '../punto-banco/hand.js';
import { parseCoup } from '../punto-banco/notation.js';
import { bancoDraws, puntoDraws } from '../punto-banco/tableau.js';
import { makeBead } from '../roads/bead.js';
import { beadOf } from './bead-of.js';
import type { EventOf, LoggedEvent } from './event.js';
import { evolve } from './evolve.js';
import { CARDS_FOR_A_COUP, PHASES, type TableState, phaseBeneath } from './state.js';
import { runs } from '../../test/kit/runs.js';

const RUNS = { numRuns: runs(150) };

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** How many cards a coup that begins with these takes, by the tableau alone. */
const cardsDue = ([punto1, banco1, punto2, banco2, third]: readonly Card[]): number => {
  const punto = totalOf([punto1!, punto2!]);
  const banco = totalOf([banco1!, banco2!]);
  if (!puntoDraws(punto, banco)) return bancoDraws(punto, banco, undefined) ? 5 : 4;
  return bancoDraws(punto, banco, totalOf([third!])) ? 6 : 5;
};

/** What must hold for a table after every command. */
const expectWhole = (state: TableState): void => {
  const { phase, suspension, round, shoe, opensAtMs, refunded, dealer, settings } = state;
  const beneath = phaseBeneath(state);
  expect(PHASES).toContain(phase);
  expect(phase === 'suspended').toBe(suspension !== null);
  expect(dealer === null).toBe(phase === 'closed');
  const isOver = beneath === 'settled' || (beneath === 'void' && refunded);
  expect(opensAtMs !== null).toBe(isOver || beneath === 'resulted');

  if (shoe !== null) {
    expect(shoe.cardsLeft).toBeGreaterThanOrEqual(0);
    const lost = shoe.unseated.filter(({ card }) => card === null).length;
    expect(shoe.cardsLeft).toBe(shoe.decks * 52 - shoe.seen.length - shoe.unseen - lost);
    expect(Math.max(...countCards(shoe.seen))).toBeLessThanOrEqual(shoe.decks);
    expect(new Set(shoe.codes).size).toBe(shoe.codes.length);
    expect(shoe.games.length).toBe(shoe.beads.length);
    expect([...shoe.games].sort()).toEqual(shoe.games);
  }
  if (round !== null) {
    expect(round.codes.length).toBe(round.cards.length);
    const { faceDown } = round;
    if (faceDown !== null) {
      expect(faceDown.open + faceDown.cards).toBe(round.cards.length);
      expect(faceDown.cards).toBeGreaterThan(0);
      expect(['dealing', 'void', 'shoe_change', 'closed']).toContain(beneath);
    }
  }
  if (beneath === 'closed' || beneath === 'shoe_change') return;
  expect(shoe).toMatchObject({ burned: true, removed: false });
  expect(round).not.toBeNull();
  expect(round!.closesAtMs).toBeGreaterThanOrEqual(round!.lastBetsAtMs);
  expect(BigInt(round!.stakes) >= 0n).toBe(true);
  const { cards } = round!;
  switch (beneath) {
    case 'betting':
    case 'last_bets':
    case 'accepting_bets':
    case 'bets_closed':
      return expect(cards).toEqual([]);
    case 'dealing':
      expect(cards.length).toBeGreaterThan(0);
      if (settings.confirms === 'itself' && round!.faceDown === null) {
        expect(dealCoup(cards)).toBeUndefined();
      }
      return expect(cards.length).toBeLessThanOrEqual(6);
    case 'resulted':
    case 'settled':
      return expect(cards.length).toBe(cardsDue(cards));
    case 'void':
    case 'suspended':
      return;
  }
};

/** The events of each round, by its game number. */
const rounds = (log: readonly LoggedEvent[]): ReadonlyMap<string, readonly LoggedEvent[]> => {
  const byGame = new Map<string, LoggedEvent[]>();
  for (const logged of log) {
    if (!('game' in logged.event)) continue;
    const { game } = logged.event;
    byGame.set(game, [...(byGame.get(game) ?? []), logged]);
  }
  return byGame;
};

describe('a table, whatever is asked of it,', () => {
  it('keeps the invariants of its phases', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        play(night, ({ state }) => expectWhole(state));
      }),
      RUNS,
    );
  });

  it('changes nothing in the game when it refuses', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log, states } = play(night);
        for (const { seq, event } of log) {
          if (event.kind !== 'scan_refused') continue;
          const { shown, lastScan, misreads } = states[seq]!;
          expect(states[seq]).toEqual({ ...states[seq - 1], seq, shown, lastScan, misreads });
        }
      }),
      RUNS,
    );
  });

  it('is never stuck: it comes back to open bets, and every step on the way is lawful', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const table = play(night);
        table.carryOn();
        for (let steps = 0; table.phase !== 'betting'; steps += 1) {
          expect(steps).toBeLessThan(30);
          table.carryOn();
        }
      }),
      RUNS,
    );
  });

  it('deals no card of a round before operators’ wallets have given its stakes', () => {
    let asked = 0;
    fc.assert(
      fc.property(anyNight, (night) => {
        for (const [, events] of rounds(play(night).log)) {
          const kinds = events.map(({ event }) => event.kind);
          const isAsked = events.some(
            ({ event }) => event.kind === 'betting_closed' && event.acceptedByMs !== undefined,
          );
          const taken = kinds.indexOf('stakes_taken');
          const card = kinds.indexOf('card_dealt');
          if (!isAsked) expect(taken).toBe(-1);
          else if (card !== -1) {
            asked += 1;
            expect(taken).toBeGreaterThan(kinds.indexOf('betting_closed'));
            expect(taken).toBeLessThan(card);
          }
        }
      }),
      RUNS,
    );
    expect(asked).toBeGreaterThan(0);
  });

  it('can be brought back from any event on, even from its state as JSON', () => {
    fc.assert(
      fc.property(anyNight, fc.nat(), (night, at) => {
        const { log, states, state } = play(night);
        const from = at % states.length;
        const kept = throughJson(states[from]!);
        expect(kept).toStrictEqual(states[from]);
        expect(throughJson(log.slice(from)).reduce(evolve, kept)).toStrictEqual(state);
      }),
      RUNS,
    );
  });
});

/**
 * The cards of a round in the end: without those withdrawn, and with those corrected as they were
 * said to be.
 */
const lying = (events: readonly LoggedEvent[]): readonly EventOf<'card_dealt'>[] => {
  let cards: readonly EventOf<'card_dealt'>[] = [];
  for (const { event } of events) {
    if (event.kind === 'card_dealt') cards = [...cards, event];
    if (event.kind === 'card_withdrawn') cards = cards.slice(0, -1);
    if (event.kind === 'card_corrected') {
      const { side, position, card } = event;
      cards = cards.map((each) =>
        each.side === side && each.position === position ? { ...each, card } : each,
      );
    }
  }
  return cards;
};

describe('a round, whatever is asked of the table,', () => {
  const everyRound = (look: (events: readonly LoggedEvent[], table: LiveTable) => void): void => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const table = play(night);
        for (const events of rounds(table.log).values()) look(events, table);
      }),
      RUNS,
    );
  };

  it('takes every bet before the close and every card after it', () => {
    everyRound((events) => {
      const closed = events.find(({ event }) => event.kind === 'betting_closed')?.seq ?? Infinity;
      for (const { seq, event } of events) {
        if (event.kind === 'card_withdrawn') expect(seq).toBeGreaterThan(closed);
        if (event.kind === 'bets_accepted') expect(seq).toBeLessThan(closed);
        if (event.kind === 'card_dealt') expect(seq).toBeGreaterThan(closed);
      }
    });
  });

  it('has a coup of exactly the cards that were dealt, as many as the tableau asks for', () => {
    everyRound((events) => {
      const decided = events.find(({ event }) => event.kind === 'coup_decided')?.event;
      if (decided?.kind !== 'coup_decided') return;
      const dealt = lying(events);
      const cards = dealt.map(({ card }) => card);
      expect(cards.length).toBe(cardsDue(cards));
      const coup = parseCoup(decided.coup)!;
      expect(coup.cards).toEqual(cards);
      for (const side of ['punto', 'banco'] as const) {
        const fallen = dealt.filter((each) => each.side === side);
        expect(fallen.map(({ card }) => card)).toEqual(coup[side]);
        expect(fallen.map(({ position }) => position)).toEqual([1, 2, 3].slice(0, fallen.length));
      }
    });
  });

  it('ends at most once, and is void or counts, never both', () => {
    everyRound((events) => {
      const count = (kind: string) => events.filter(({ event }) => event.kind === kind).length;
      expect(count('betting_opened')).toBe(1);
      expect(count('round_settled') + count('round_refunded')).toBeLessThanOrEqual(1);
      expect(count('coup_decided') + count('round_voided')).toBeLessThanOrEqual(1);
      expect(count('round_settled')).toBeLessThanOrEqual(count('coup_decided'));
      expect(count('round_refunded')).toBeLessThanOrEqual(count('round_voided'));
    });
  });

  it('has ended before the next one begins', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log } = play(night);
        let isInHand = false;
        for (const { event } of log) {
          if (event.kind === 'betting_opened') {
            expect(isInHand).toBe(false);
            isInHand = true;
          }
          if (event.kind === 'round_settled' || event.kind === 'round_refunded') isInHand = false;
          if (event.kind === 'table_closed' || event.kind === 'shoe_change_started') {
            expect(isInHand).toBe(false);
          }
        }
      }),
      RUNS,
    );
  });
});

describe('a shoe, whatever is asked of the table,', () => {
  it('is new and burned before its first bets, and gives at most one round after its cut card', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log, states } = play(night);
        let isBurned = false;
        let roundsLeft = Infinity;
        for (const { seq, event } of log) {
          if (event.kind === 'shoe_change_started') isBurned = false;
          if (event.kind === 'cards_burned') [isBurned, roundsLeft] = [true, Infinity];
          if (event.kind === 'cut_card_drawn') roundsLeft = event.thisCoupIsLast ? 0 : 1;
          if (event.kind !== 'betting_opened') continue;
          expect(isBurned).toBe(true);
          expect(roundsLeft).toBeGreaterThan(0);
          roundsLeft -= 1;
          expect(event.isLast).toBe(roundsLeft === 0);
          expect(states[seq]!.shoe!.cardsLeft).toBeGreaterThanOrEqual(CARDS_FOR_A_COUP);
        }
      }),
      RUNS,
    );
  });

  it('counts the rounds whose first card was drawn, and keeps a bead for each coup', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log, states } = play(night);
        const begun = new Set<string>();
        let dealt = 0;
        let beads: string[] = [];
        for (const { seq, event } of log) {
          if (event.kind === 'shoe_started') [dealt, beads] = [0, []];
          if (event.kind === 'betting_opened') expect(event.roundInShoe).toBe(dealt + 1);
          if (event.kind === 'card_dealt' && !begun.has(event.game)) {
            begun.add(event.game);
            dealt += 1;
          }
          if (event.kind === 'coup_decided') beads.push(event.bead);
          if (event.kind === 'round_corrected' && event.beads !== null) beads = [...event.beads];
          const { shoe } = states[seq]!;
          if (shoe !== null) expect(shoe).toMatchObject({ roundsDealt: dealt, beads });
        }
      }),
      RUNS,
    );
  });

  it('has the beads of its rounds as they count in the end, in the order they were dealt', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log } = play(night);
        let shoe = new Map<string, string>();
        for (const { event } of log) {
          if (event.kind === 'shoe_started') shoe = new Map();
          if (event.kind === 'coup_decided') shoe.set(event.game, event.coup);
          if (event.kind !== 'round_corrected' || event.beads === null) continue;
          if (event.fix === 'void') shoe.delete(event.game);
          if (event.fix === 'resettle') shoe.set(event.game, event.coup!);
          const games = [...shoe.keys()].sort();
          const beads = games.map((game) => makeBead(beadOf(parseCoup(shoe.get(game)!)!)));
          expect(event.beads).toEqual(beads);
        }
      }),
      RUNS,
    );
  });

  it('is dealt from only with cards that were brought, and never after they were due', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log } = play(night);
        let isDue = false;
        for (const { event } of log) {
          if (event.kind === 'table_opened' || event.kind === 'cards_due') isDue = true;
          if (event.kind === 'cards_brought') isDue = false;
          if (event.kind === 'shoe_started' || event.kind === 'betting_opened') {
            expect(isDue).toBe(false);
          }
        }
      }),
      RUNS,
    );
  });
});

describe('a fault, whatever is asked of the table,', () => {
  it('leaves no table at play', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log, states } = play(night);
        for (const { seq, event } of log) {
          const isFault =
            event.kind === 'malfunction_reported' ||
            event.kind === 'card_withdrawn' ||
            event.kind === 'stream_lost';
          if (!isFault || states[seq - 1]!.phase === 'suspended') continue;
          expect(log[seq]?.event.kind).toBe('table_suspended');
        }
      }),
      RUNS,
    );
  });

  it('that is in the cards changes them before the next bets', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log } = play(night);
        let fallen = 0;
        let isDue = false;
        for (const { event } of log) {
          if (event.kind === 'betting_opened' || event.kind === 'table_opened') fallen = 0;
          if (event.kind === 'malfunction_reported') {
            if (event.malfunction === 'cards_dropped') fallen += event.cards ?? 1;
            const isOfCards = ['defective_barcode', 'stream_lost'].includes(event.malfunction);
            isDue ||= isOfCards || (event.malfunction === 'cards_dropped' && fallen > 3);
          }
          if (event.kind === 'cards_brought') isDue = false;
          if (event.kind === 'betting_opened') expect(isDue).toBe(false);
        }
      }),
      RUNS,
    );
  });
});
