import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNight, play } from '../../test/kit/any-night.js';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import { type Card, FACES } from '../cards/card.js';
import { parseCoup } from '../punto-banco/notation.js';
import { EVENT_KINDS, type TableEvent, definitionOf } from './event.js';
import { seatIndex } from './seat-index.js';
import { makeScanCode } from './scan-code.js';
import { DEFAULT_SETTINGS } from './settings.js';
import { known, snapshot } from './snapshot.js';
import { AUDIENCES } from './audience.js';
import { view } from './view.js';
import { runs } from '../../test/kit/runs.js';

const RUNS = { numRuns: runs(150) };
const game = '1000000001';

/** Every card in a text, however it is written. */
const cardsIn = (value: unknown): readonly string[] =>
  JSON.stringify(value).match(/(?<![\w])[A2-9TJQK][shdcSHDC](?![\w])/g) ?? [];

describe('what an audience is sent', () => {
  const secret: readonly [TableEvent, ...unknown[]][] = [
    [
      { kind: 'cards_burned', card: 'Kh', unseen: 10, scanSeq: 1, code: 'KH' },
      { kind: 'cards_burned' },
      { kind: 'cards_burned', card: 'Kh', unseen: 10 },
      { kind: 'cards_burned', card: 'Kh', unseen: 10 },
    ],
    [
      { kind: 'bets_accepted', game, bets: 3, change: '-500', digest: 'ab' },
      undefined,
      undefined,
      { kind: 'bets_accepted', game, bets: 3, change: '-500', digest: 'ab' },
    ],
    [
      { kind: 'scan_refused', refusal: 'betting_is_open', scanSeq: 2, code: 'KH' },
      undefined,
      { kind: 'scan_refused', refusal: 'betting_is_open', scanSeq: 2, code: 'KH' },
      { kind: 'scan_refused', refusal: 'betting_is_open', scanSeq: 2, code: 'KH' },
    ],
    [
      { kind: 'round_settled', game, stakes: '100', paid: '200', opensAtMs: 1 },
      { kind: 'round_settled', game, opensAtMs: 1 },
      { kind: 'round_settled', game, stakes: '100', paid: '200', opensAtMs: 1 },
      { kind: 'round_settled', game, stakes: '100', paid: '200', opensAtMs: 1 },
    ],
    [
      { kind: 'round_refunded', game, stakes: '100', opensAtMs: 1 },
      { kind: 'round_refunded', game, opensAtMs: 1 },
      { kind: 'round_refunded', game, stakes: '100', opensAtMs: 1 },
      { kind: 'round_refunded', game, stakes: '100', opensAtMs: 1 },
    ],
    [
      { kind: 'round_voided', game, reason: 'a card fell', requestedBy: 'D', approvedBy: 'S' },
      { kind: 'round_voided', game, reason: 'a card fell' },
      { kind: 'round_voided', game, reason: 'a card fell' },
      { kind: 'round_voided', game, reason: 'a card fell', requestedBy: 'D', approvedBy: 'S' },
    ],
    [
      { kind: 'table_suspended', reason: 'video lost', by: 'D' },
      { kind: 'table_suspended', reason: 'video lost' },
      { kind: 'table_suspended', reason: 'video lost' },
      { kind: 'table_suspended', reason: 'video lost', by: 'D' },
    ],
    [
      { kind: 'table_resumed', pausedMs: 5, by: 'S' },
      { kind: 'table_resumed', pausedMs: 5 },
      { kind: 'table_resumed', pausedMs: 5 },
      { kind: 'table_resumed', pausedMs: 5, by: 'S' },
    ],
  ];

  it.each(secret)('%o: player, dealer, pit', (event, ...messages) => {
    expect(AUDIENCES.map((audience) => view(event, audience))).toEqual(messages);
  });

  const plain: readonly TableEvent[] = [
    { kind: 'table_opened', dealer: DEALER, settings: DEFAULT_SETTINGS },
    { kind: 'table_closed' },
    { kind: 'settings_changed', settings: DEFAULT_SETTINGS },
    { kind: 'shoe_change_started', reason: 'shift_manager' },
    { kind: 'shoe_started', shoe: 3 },
    { kind: 'dealer_changed', dealer: 'Dirk', was: DEALER },
    { kind: 'last_bets_called', game },
    { kind: 'betting_closed', game },
  ];

  it.each(plain)('$kind is sent to all as it is', (event) => {
    for (const audience of AUDIENCES) expect(view(event, audience)).toEqual(event);
  });

  it('of the bets that open names the spots that are open', () => {
    const opened = { kind: 'betting_opened', game, isLast: false, paytable: 'x' } as const;
    const times = { lastBetsAtMs: 1, closesAtMs: 2 };
    const message = view({ ...opened, ...times, roundInShoe: 61 }, 'player');
    expect(message).toMatchObject({ spots: ['punto', 'banco', 'egalite'] });
  });

  it('of a card names its seat, not the scan', () => {
    const where = { game, side: 'punto', position: 3, card: 'Kh' } as const;
    const event = { kind: 'card_dealt', ...where, scanSeq: 2, code: 'KH' } as const;
    for (const audience of AUDIENCES) {
      expect(view(event, audience)).toEqual({ kind: 'card_dealt', ...where });
    }
  });

  it('of a coup names the result', () => {
    const decided = { kind: 'coup_decided', game, bead: 'P7p', opensAtMs: 1 } as const;
    expect(view({ ...decided, coup: 'P 2h 2d 3s . B 4c Ks 7d' }, 'player')).toMatchObject({
      result: {
        outcome: 'punto',
        puntoTotal: 7,
        bancoTotal: 1,
        natural: false,
        puntoPair: 'colour',
        bancoPair: null,
      },
    });
  });
});

describe('a player', () => {
  it('contains no card before its round’s bets are closed, nor ever a burned one', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const table = play(night);
        let dealt: string[] = [];
        let isClosed = false;
        for (const message of table.published('player')) {
          if (message.kind === 'betting_opened') [dealt, isClosed] = [[], false];
          if (message.kind === 'betting_closed') isClosed = true;
          if (message.kind === 'card_dealt' || message.kind === 'card_corrected') {
            if (message.card !== undefined) dealt.push(message.card);
          }
          if (message.kind === 'card_shown') dealt.push(message.card);
          // The coup that an earlier round is corrected to was dealt then.
          if (message.kind === 'round_corrected') continue;
          const cards = cardsIn(message);
          if (cards.length > 0) expect(isClosed).toBe(true);
          for (const card of cards) expect(dealt).toContain(card);
        }
      }),
      RUNS,
    );
  });

  it('contains, for a viewer who comes in, no card that the messages would not have had', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log, states } = play(night);
        let dealt: string[] = [];
        for (const { seq, event } of log) {
          if (event.kind === 'betting_opened') dealt = [];
          const isDown = 'faceDown' in event && event.faceDown === true;
          if (event.kind === 'card_dealt' && !isDown) dealt.push(event.card);
          if (event.kind === 'card_shown') dealt.push(event.card);
          if (event.kind === 'card_withdrawn' && !isDown) dealt.pop();
          if (event.kind === 'card_corrected' && !isDown) {
            dealt[seatIndex(dealt as Card[], event)] = event.card;
          }
          const isOfLast =
            event.kind === 'round_corrected' && event.game === states[seq]!.round?.game;
          if (isOfLast && event.coup !== null) dealt = [...parseCoup(event.coup)!.cards];
          expect(cardsIn(snapshot(states[seq]!, 'player'))).toEqual(dealt);
        }
      }),
      RUNS,
    );
  });

  it('does not reveal by any byte which card was burned, or was scanned before the close', () => {
    const messagesOf = ([burned, early]: readonly [string, string]): string => {
      const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
      table.do({ kind: 'burn', code: burned, scanSeq: 1 }, { kind: 'open_betting' });
      table.give({ kind: 'scan', code: early, scanSeq: 2 });
      const state = snapshot(table.close().state, 'player');
      return JSON.stringify([table.published('player'), state]);
    };
    const cards = fc.constantFrom(...FACES.map((card) => makeScanCode(card)));
    const twoCards = fc.tuple(cards, cards);
    fc.assert(
      fc.property(twoCards, twoCards, (ones, others) => {
        expect(messagesOf(ones)).toBe(messagesOf(others));
      }),
    );
  });
});

describe('at a squeeze table a player', () => {
  const SQUEEZE = { squeezeMs: 3_000 };
  const OTHERS = fc.uniqueArray(fc.constantFrom(...FACES), { minLength: 4, maxLength: 4 });

  /** Every byte that a player is sent of what happens once these cards lie face down. */
  const bytes = (cards: readonly Card[], happens: (table: LiveTable) => void): string => {
    const table = new LiveTable(SQUEEZE)
      .open()
      .close()
      .scan(...cards);
    happens(table);
    const state = snapshot(table.state, 'player');
    return JSON.stringify([table.published('player'), state, snapshot(known(state), 'player')]);
  };

  const EYES = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '7' } as const;
  const stops = { kind: 'report_malfunction', note: '', by: DEALER } as const;
  it.each<[string, (table: LiveTable) => void]>([
    ['they lie there', () => undefined],
    [
      'a malfunction stops the table',
      (table) => table.do({ ...stops, malfunction: 'other', cards: null }),
    ],
    [
      'the last is withdrawn',
      (table) => table.do({ kind: 'withdraw_card', reason: 'misread', setAside: true, by: DEALER }),
    ],
    [
      'the round is void',
      (table) => table.do({ kind: 'void_round', game: table.game, reason: 'misdeal', ...EYES }),
    ],
  ])('does not learn by any byte which cards lie face down: %s', (_, happens) => {
    fc.assert(
      fc.property(OTHERS, OTHERS, (ones, others) => {
        expect(bytes(ones, happens)).toBe(bytes(others, happens));
      }),
    );
  });

  it('does not learn by any byte what a card was corrected to while it lies face down', () => {
    const corrected = (card: Card) => (table: LiveTable) => {
      const seat = { side: 'punto', position: 1 } as const;
      table.do({ kind: 'correct_card', game: table.game, card, ...seat, ...EYES });
    };
    const cards = ['Kh', '9c', '2d', 'Tc'] as const;
    expect(bytes(cards, corrected('Qh'))).toBe(bytes(cards, corrected('Jd')));
  });

  it('is kept from no face by a field that the event lacks', () => {
    for (const kind of EVENT_KINDS) {
      const { fields } = definitionOf(kind);
      const isKept = Object.values(fields).some(({ visibility }) => visibility === 'open');
      if (isKept) expect(fields).toHaveProperty('faceDown');
    }
  });

  it('gets each card when it is shown, in the order of dealing, and then the result', () => {
    const table = new LiveTable(SQUEEZE).open().bets().close().scan('9h', '4c', 'Kd', '2s');
    expect(snapshot(table.state, 'player').round).toMatchObject({
      cards: [],
      faceDown: { open: 0, cards: 4 },
    });
    table.do({ kind: 'show_card', by: DEALER }).tick().tick();
    expect(snapshot(table.state, 'player').round?.cards).toEqual(['9h', '4c', 'Kd']);
    expect(table.phase).toBe('dealing');
    table.tick();
    expect(table.phase).toBe('resulted');
    const shown = table.published('player').slice(-5);
    expect(shown.map((message) => ('card' in message ? message.card : message.kind))).toEqual([
      ...['9h', '4c', 'Kd', '2s'],
      'coup_decided',
    ]);
  });
});

describe('an audience', () => {
  it.each(AUDIENCES)('%s is sent messages of which each names the one before', (audience) => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const table = play(night);
        let last = 0;
        for (const { seq, prev } of table.published(audience)) {
          expect(prev).toBe(last);
          expect(seq).toBeGreaterThan(last);
          last = seq;
        }
        expect(snapshot(table.state, audience).seq).toBe(last);
      }),
      RUNS,
    );
  });
});
