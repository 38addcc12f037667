import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Card } from '../cards/card.js';
import { copyOf } from '../client/table-copy.js';
import { makeCoup, parseCoup } from '../punto-banco/notation.js';
import { parseBead } from '../roads/bead.js';
import type { TableCommand } from '../round/command.js';
import { decide } from '../round/decide.js';
import type { TableEvent } from '../round/event.js';
import { evolve } from '../round/evolve.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../round/settings.js';
import { snapshot } from '../round/snapshot.js';
import { type Phase, type TableState, emptyTable } from '../round/state.js';
import { type DealerMove, type Shoes, cardsDrawn, isFresh, nextMove } from './dealer-move.js';
import { shuffledShoe } from './physical-shoe.js';
import { ShoeRack } from './shoe-rack.js';
import { runs } from '../../test/kit/runs.js';
import { newFolder } from '../../test/kit/new-folder.js';

const SEED = 'a seed';
const shuffled: Shoes = {
  shoe: (ordinal, decks) => shuffledShoe({ seed: SEED, table: 'pb-1', ordinal, decks }),
  isWanted: () => true,
};

const commandOf = (move: DealerMove): TableCommand => {
  switch (move.kind) {
    case 'open_table':
      return { kind: 'open_table', dealer: 'Ada' };
    case 'relieve':
      return { kind: 'relieve_dealer', dealer: 'Ada' };
    case 'change_shoe':
      return { kind: 'start_shoe_change' };
    case 'bring_cards':
      return { kind: 'bring_cards', cards: move.cards, by: 'Ada' };
    case 'shuffle':
      return { kind: 'shuffle_cards', how: 'machine', by: 'Ada' };
    case 'cut':
      return { kind: 'cut_shoe', by: 'Ada' };
    case 'show':
      return { kind: 'show_card', by: 'Ada' };
    case 'confirm':
      return { kind: 'confirm_coup', by: 'Ada' };
    case 'open_betting':
      return { kind: move.kind };
    case 'burn':
    case 'scan':
      return { kind: move.kind, code: move.code, scanSeq: move.scanSeq };
  }
};

/** A table in the studio whose dealer forgets everything between two moves. */
class Stage {
  state: TableState;
  readonly events: TableEvent[] = [];
  nowMs = 0;

  constructor(settings: Partial<TableSettings> = {}) {
    this.state = emptyTable('pb-1', { ...DEFAULT_SETTINGS, ...settings });
  }

  get copy() {
    return copyOf(snapshot(this.state, 'dealer'), true);
  }

  do(command: TableCommand): boolean {
    const nextGame = String(1_000_000_000 + this.state.seq);
    const decision = decide(this.state, command, { nowMs: this.nowMs, nextGame });
    for (const event of decision.events) {
      this.events.push(event);
      this.state = evolve(this.state, { seq: this.state.seq + 1, atMs: this.nowMs, event });
    }
    return decision.ok;
  }

  /** One move of the dealer, or of the clock where the dealer waits. */
  step(shoes: Shoes, leftOut = 0): void {
    const move = nextMove(this.copy, shoes, leftOut);
    this.nowMs += 1_000;
    if (move !== undefined) expect(this.do(commandOf(move))).toBe(true);
    else if (this.state.phase === 'suspended') this.do({ kind: 'resume', by: 'Bea' });
    else this.do({ kind: 'tick' });
  }

  cards(): Card[] {
    return this.events.flatMap((event) => (event.kind === 'card_dealt' ? [event.card] : []));
  }

  count(kind: TableEvent['kind']): number {
    return this.events.filter((event) => event.kind === kind).length;
  }
}

/** How a shoe's cards must come out, without those that were burned. */
const expectedCards = (ordinal: number, decks = 8) => {
  const { cards } = shuffled.shoe(ordinal, decks);
  const [first] = cards;
  const points = '_A23456789'.indexOf(first!.charAt(0));
  return cards.slice(1 + (points > 0 ? points : 10));
};

describe('a closed table', () => {
  it('is opened where it was never open, and left alone where somebody closed it', () => {
    const stage = new Stage();
    expect(nextMove(stage.copy, shuffled)).toEqual({ kind: 'open_table' });
    const until = (phase: Phase) => {
      while (stage.state.phase !== phase) stage.step(shuffled);
    };
    until('settled');
    expect(stage.do({ kind: 'call_closing', by: 'Bea' })).toBe(true);
    until('closed');
    expect(nextMove(stage.copy, shuffled)).toBeUndefined();
  });
});

describe('a table whose codes name one physical card', () => {
  it.each(['<deck>-<rank><suit>', '<rank><suit>.<serial>', '<deck><rank><suit>[#<serial>]'])(
    'is dealt a whole shoe by %s',
    (format) => {
      const scanCodes = { format, cutCard: 'CUT', checksum: 'none' } as const;
      const stage = new Stage({ decks: 2, scanCodes });
      while (stage.state.shoe?.cutCardOut !== true) {
        stage.step(shuffled);
        expect(stage.count('scan_refused')).toBe(0);
      }
      expect(stage.cards().length).toBeGreaterThan(52);
    },
  );
});

describe('the dealer', () => {
  it('opens the table, makes the shoe ready and opens the first bets', () => {
    const stage = new Stage();
    for (let step = 0; step < 6; step += 1) stage.step(shuffled);
    expect(stage.events.map(({ kind }) => kind)).toEqual([
      'table_opened',
      'shoe_change_started',
      'cards_brought',
      'cards_shuffled',
      'shoe_cut',
      'shoe_started',
      'cards_burned',
      'betting_opened',
    ]);
  });

  it('deals a shoe to its end in the order it was shuffled, shows the cut card once, and goes on with the next', () => {
    const stage = new Stage();
    while (stage.count('shoe_started') < 3) stage.step(shuffled);
    expect(stage.count('cut_card_drawn')).toBe(2);
    expect(stage.count('scan_refused')).toBe(0);
    const { cards, cutAt } = shuffled.shoe(1, 8);
    const before = stage.events.slice(
      0,
      stage.events.findIndex(({ kind }) => kind === 'cut_card_drawn'),
    );
    const dealtBefore = before.filter(({ kind }) => kind === 'card_dealt').length;
    expect(cards.length - expectedCards(1).length + dealtBefore).toBe(cutAt);
    const [first, second] = [expectedCards(1), expectedCards(2)];
    const dealt = stage.cards();
    const inFirst = first.findIndex((card, index) => card !== dealt[index]);
    expect(inFirst).toBeGreaterThan(350);
    expect(dealt.slice(inFirst)).toEqual(second.slice(0, dealt.length - inFirst));
  });

  it('deals on from where the shoe is, whatever is voided or suspended', () => {
    const malfunctions = fc.array(fc.constantFrom('none', 'none', 'none', 'suspend', 'void'), {
      minLength: 50,
      maxLength: 400,
    });
    fc.assert(
      fc.property(malfunctions, (course) => {
        const stage = new Stage();
        for (const malfunction of course) {
          if (malfunction === 'suspend')
            stage.do({ kind: 'suspend', reason: 'a fault', by: 'Ada' });
          if (malfunction === 'void') {
            const game = stage.state.round?.game ?? '';
            const people = { requestedBy: 'Ada', approvedBy: 'Bea' };
            stage.do({ kind: 'void_round', game, reason: 'a fault', ...people });
          }
          stage.step(shuffled);
        }
        expect(stage.count('shoe_started')).toBeLessThanOrEqual(1);
        expect(stage.count('scan_refused')).toBe(0);
        expect(stage.cards()).toEqual(expectedCards(1).slice(0, stage.cards().length));
      }),
      { numRuns: runs(40) },
    );
  });

  it('leaves a table closed that was closed, and takes a new shoe when somebody opens it again', () => {
    const stage = new Stage();
    while (stage.count('round_settled') < 2) stage.step(shuffled);
    stage.do({ kind: 'close_table' });
    for (let step = 0; step < 10; step += 1) stage.step(shuffled);
    expect(stage.state.phase).toBe('closed');
    stage.do({ kind: 'open_table', dealer: 'Ada' });
    while (stage.count('round_settled') < 3) stage.step(shuffled);
    expect(stage.state.shoe).toMatchObject({ ordinal: 2, beads: { length: 1 } });
  });

  it('works with a shoe of one deck', () => {
    const stage = new Stage({ decks: 1 });
    while (stage.count('shoe_started') < 4) stage.step(shuffled);
    expect(stage.count('scan_refused')).toBe(0);
  });

  it('confirms every coup where the table asks for it', () => {
    const stage = new Stage({ confirms: 'dealer' });
    while (stage.count('round_settled') < 3) stage.step(shuffled);
    expect(stage.count('coup_confirmed')).toBe(3);
  });

  it('opens every card at a squeeze table, third cards on their own', () => {
    const stage = new Stage({ squeezeMs: 20_000 });
    while (stage.count('round_settled') < 3) stage.step(shuffled);
    expect(stage.count('card_shown')).toBe(stage.count('card_dealt'));
    expect(stage.count('card_shown')).toBeGreaterThan(12);
  });

  it('brings new cards when they are due', () => {
    const stage = new Stage({ cardsMaxMs: 600_000 });
    while (stage.count('cards_brought') < 3) stage.step(shuffled);
    expect(stage.count('card_change_warned')).toBe(2);
    expect(stage.count('scan_refused')).toBe(0);
  });

  it('opens all bets by hand where they do not open by themselves', () => {
    const stage = new Stage({ opensItself: false });
    while (stage.count('round_settled') < 3) stage.step(shuffled);
    const copy = stage.copy;
    expect(nextMove(copy, shuffled)).toEqual({ kind: 'open_betting', notBeforeMs: copy.opensAtMs });
  });

  it('leaves out a card that the studio has seen too often', () => {
    const stage = new Stage();
    for (let step = 0; step < 6; step += 1) stage.step(shuffled);
    while (stage.state.phase !== 'bets_closed') stage.step(shuffled);
    const [, card] = expectedCards(1);
    expect(nextMove(stage.copy, shuffled, 1)).toMatchObject({ code: card!.toUpperCase() });
  });

  it('counts what has left the shoe', () => {
    const stage = new Stage();
    for (let step = 0; step < 4; step += 1) stage.step(shuffled);
    expect(isFresh(stage.copy)).toBe(true);
    stage.step(shuffled);
    expect(isFresh(stage.copy)).toBe(false);
    expect(cardsDrawn(stage.copy)).toBe(416 - expectedCards(1).length);
  });
});

const lines = (stage: Stage) =>
  stage.events.flatMap((event) => (event.kind === 'coup_decided' ? [event.coup] : []));

describe('counts the cards that have left the shoe', () => {
  const COUPS = ['P 2h Kd 5s . B 4c Ks 7d', 'P 9h Kd . B 4c 2s', 'P 3h 2h 2d . B 7c Ts'];
  const coups = COUPS.map((text) => parseCoup(text)!);

  const play = (stage: Stage, rack: ShoeRack) => {
    const { copy } = stage;
    if (isFresh(copy)) rack.place(copy.shoe!.ordinal);
    stage.step(rack);
  };

  it('is dealt in order, the last coup with the cut card, and again', () => {
    const stage = new Stage();
    const rack = new ShoeRack(newFolder(), SEED, 'pb-1', coups);
    while (lines(stage).length < 6) play(stage, rack);
    expect(lines(stage)).toEqual([...COUPS, ...COUPS]);
    expect(stage.count('shoe_started')).toBe(2);
    expect(coups.map(makeCoup)).toEqual(COUPS);
  });

  it('goes on after a restart, even without the file', () => {
    const stage = new Stage();
    const data = newFolder();
    const rack = new ShoeRack(data, SEED, 'pb-1', coups);
    while (lines(stage).length < 1) play(stage, rack);
    const again = new ShoeRack(data, SEED, 'pb-1');
    while (lines(stage).length < 4) play(stage, again);
    expect(lines(stage).slice(0, 3)).toEqual(COUPS);
    expect(lines(stage)[3]).not.toBe(COUPS[0]);
  });

  it('does not wait for a shuffled shoe to end', () => {
    const stage = new Stage();
    const data = newFolder();
    const before = new ShoeRack(data, SEED, 'pb-1');
    while (lines(stage).length < 2) play(stage, before);
    const rack = new ShoeRack(data, SEED, 'pb-1', coups);
    while (lines(stage).length < 5) play(stage, rack);
    expect(lines(stage).slice(2)).toEqual(COUPS);
    const outcomes = stage.state.shoe!.beads.map((bead) => parseBead(bead)!.outcome);
    expect(outcomes).toEqual(['punto', 'punto', 'egalite']);
  });
});
