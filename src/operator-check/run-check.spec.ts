/**
 * The conformance kit, proven: a correct wallet has every case, and each wallet with a fault of its
 * own fails at least one.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_QUICK } from '../../test/kit/runs.js';
import { Book, type BookAnswer } from '../operator-simulator/book.js';
import { WalletServer } from '../operator-simulator/wallet-server.js';
import { gameNumber, handNumber } from '../protocol/wire.js';
import type { Group } from './case.js';
import { CASES, makeCheckReport, runCheck } from './run-check.js';
import { TIP_MODES, handOf, roundOf } from './trial.js';
import { TriedWallet } from './tried-wallet.js';

type Booked = Parameters<Book['book']>[0];
type Options = Parameters<typeof WalletServer.start>[0];

const studio = generateKeyPairSync('ed25519');
const operator = generateKeyPairSync('ed25519');
const KID = 'acme-1';

interface Wrong {
  readonly book?: () => Book;
  readonly server?: typeof WalletServer;
  readonly options?: Partial<Options>;
  /** Of who is barred, as the kit has it. */
  readonly barredSession?: string | undefined;
  readonly listForMs?: number;
}

const check = async (wrong: Wrong, groups?: Group[]) => {
  const { book, server = WalletServer, options } = wrong;
  const wallet = await server.start({
    studio: studio.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    key: { kid: KID, key: operator.privateKey },
    nowMs: () => Date.now(),
    lateMs: 0,
    currency: 'EUR',
    ...(book !== undefined && { book: book() }),
    ...options,
  });
  try {
    wallet.book.open('anna', 100_000n);
    wallet.book.open('eve', 100_000n);
    wallet.book.sessions.set('anna', 's-anna');
    wallet.book.sessions.set('eve', 's-eve');
    wallet.book.barred.set('eve', 'excluded');
    const tried = new TriedWallet({
      ...{ url: wallet.url, keys: [operator.publicKey], nowMs: () => Date.now() },
      tryMs: 20_000, // The machine of a test may be busy with others.
      studio: { kid: 'studio-1', key: studio.privateKey },
    });
    const of = {
      player: 'anna',
      barred: 'eve',
      session: 's-anna',
      barredSession: 'barredSession' in wrong ? wrong.barredSession : 's-eve',
      tips: TIP_MODES,
      currency: 'EUR',
      exponent: 2,
      run: randomUUID(),
      ...(wrong.listForMs !== undefined && { listForMs: wrong.listForMs }),
    };
    const outcomes = await runCheck(tried, of, groups);
    const eve = balanceOf(wallet.book, 'eve');
    const { requests } = tried;
    return { outcomes, report: makeCheckReport(outcomes, tried), eve, requests };
  } finally {
    await wallet.stop();
  }
};

/** A book that answers some movements otherwise. */
const bookThat = (answers: (book: Book, movement: Booked, right: () => BookAnswer) => BookAnswer) =>
  class extends Book {
    override book(movement: Booked): BookAnswer {
      return answers(this, movement, () => super.book(movement));
    }
  };

/** A book that has so many movements already. */
const bookOf = (movements: number): Book => {
  const book = new Book();
  book.open('zoe', 0n);
  for (let each = 0; each < movements; each += 1) {
    book.book({ movementId: `before.${each}`, kind: 'credit', player: 'zoe', total: 1n });
  }
  return book;
};

const MADE_BY = (Wrong: new () => Book): Wrong => ({ book: () => new Wrong() });
const done = (balance: bigint): BookAnswer => ({ status: 'done', balance, replay: false });
const anew = (movement: Booked): Booked => ({ ...movement, movementId: randomUUID() });
/** The last movement is the credit of a round or a hand. */
const isAfterClosing = (book: Book): boolean => {
  const last = book.movements.at(-1)?.movement;
  return last?.kind === 'credit' && last.refers !== undefined;
};

/** A wallet that lists its movements otherwise. */
const listing = (shown: (movement: Booked) => Booked): Wrong => ({
  server: class extends WalletServer {
    protected override get list() {
      return super.list.map(({ movement, answer }) => ({ movement: shown(movement), answer }));
    }
  },
});
const balanceOf = (book: Book, player: string): bigint => book.balance(player) ?? 0n;

/** Each with the group that must name it. */
const MUTANTS: readonly (readonly [says: string, group: Group, wrong: Wrong])[] = [
  [
    'lets everybody in, by whatever session',
    'launch',
    MADE_BY(
      class extends Book {
        override knows(): boolean {
          return true;
        }
      },
    ),
  ],
  [
    'knows nobody by a session',
    'launch',
    MADE_BY(
      class extends Book {
        override knows(): boolean {
          return false;
        }
      },
    ),
  ],
  [
    'gives no stake back that closes a hand',
    'session',
    {
      server: class extends WalletServer {
        override refuses: WalletServer['refuses'] = (verb, movementId) =>
          verb === 'cancel' &&
          this.served.some((each) => each.movementId === movementId && each.closes)
            ? 'game'
            : undefined;
      },
    },
  ],
  [
    'lets a player stake by the session of another',
    'launch',
    MADE_BY(
      class extends Book {
        override knows(_: string, session: string | undefined): boolean {
          return [...this.sessions.values()].some((known) => known === session);
        }
      },
    ),
  ],
  [
    'gives no stake of a hand back that is closed',
    'session',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'cancel' && isAfterClosing(book)
          ? done(balanceOf(book, movement.player))
          : right(),
      ),
    ),
  ],
  [
    'refuses to give a stake of a hand back that is closed',
    'session',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'cancel' && isAfterClosing(book)
          ? { status: 'refused', reason: 'game' }
          : right(),
      ),
    ),
  ],
  [
    'corrects no round that was voided',
    'correction',
    MADE_BY(
      bookThat((book, { kind, refers = '' }, right) =>
        kind === 'adjust' && book.isUndone(refers)
          ? { status: 'refused', reason: 'game' }
          : right(),
      ),
    ),
  ],
  [
    'lists what a correction takes as if it gave it',
    'reconcile',
    listing((movement) => ({
      ...movement,
      total: movement.total < 0n ? -movement.total : movement.total,
    })),
  ],
  [
    'lists corrections as debits and credits',
    'reconcile',
    listing((movement) =>
      movement.kind === 'adjust'
        ? { ...movement, kind: movement.total < 0n ? 'debit' : 'credit' }
        : movement,
    ),
  ],
  [
    'books each repeat anew',
    'repeat',
    MADE_BY(
      class extends Book {
        override book(movement: Booked): BookAnswer {
          return super.book(anew(movement));
        }
      },
    ),
  ],
  [
    'forgets that it refused',
    'repeat',
    MADE_BY(
      class extends Book {
        override book(movement: Booked): BookAnswer {
          const first = super.book(movement);
          return first.status === 'refused' && first.reason === 'funds'
            ? super.book(anew(movement))
            : first;
        }
      },
    ),
  ],
  [
    'does not look at what an id is repeated for',
    'repeat',
    MADE_BY(
      bookThat((book, movement, right) =>
        book.movements.some(({ movement: { movementId } }) => movementId === movement.movementId)
          ? done(balanceOf(book, movement.player))
          : right(),
      ),
    ),
  ],
  [
    'answers a repeat with a refusal',
    'repeat',
    MADE_BY(
      bookThat((_, __, right) => {
        const answer = right();
        return answer.status === 'done' && answer.replay
          ? { status: 'refused', reason: 'session' }
          : answer;
      }),
    ),
  ],
  [
    'keeps no tombstone',
    'unknown',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'cancel' &&
        !book.movements.some((each) => each.movement.movementId === movement.refers)
          ? done(balanceOf(book, movement.player))
          : right(),
      ),
    ),
  ],
  [
    'refuses the cancel of a debit that never came',
    'unknown',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'cancel' &&
        !book.movements.some((each) => each.movement.movementId === movement.refers)
          ? { status: 'refused', reason: 'session' }
          : right(),
      ),
    ),
  ],
  [
    'gives back what it has refused',
    'unknown',
    MADE_BY(
      bookThat((book, movement, right) => {
        const undone = book.movements.find((each) => each.movement.movementId === movement.refers);
        if (movement.kind === 'cancel' && undone?.answer.status === 'refused') {
          return right().status === 'done'
            ? book.book({ ...anew(movement), kind: 'credit' })
            : right();
        }
        return right();
      }),
    ),
  ],
  [
    'gives back under each id',
    'correction',
    MADE_BY(
      bookThat((book, movement, right) => {
        const isSecond =
          book.movements.filter((each) => each.movement.refers === movement.refers).length === 1;
        return movement.kind === 'cancel' && isSecond && !movement.movementId.endsWith('.cancel')
          ? book.book({ ...anew(movement), kind: 'credit' })
          : right();
      }),
    ),
  ],
  [
    'pays a credit that is cancelled once more',
    'correction',
    MADE_BY(
      bookThat((book, movement, right) => {
        const undone = book.movements.find((each) => each.movement.movementId === movement.refers);
        return movement.kind === 'cancel' && undone?.movement.kind === 'credit'
          ? book.book({ ...anew(movement), kind: 'credit' })
          : right();
      }),
    ),
  ],
  [
    'refuses a credit that no debit came before',
    'correction',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'credit' && book.movements.every((each) => each.movement.kind !== 'debit')
          ? { status: 'refused', reason: 'session' }
          : right(),
      ),
    ),
  ],
  [
    'gives what a correction takes',
    'correction',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'adjust' && movement.total < 0n
          ? book.book({ ...movement, total: -movement.total })
          : right(),
      ),
    ),
  ],
  [
    'refuses for ever an adjustment that it refused once',
    'correction',
    MADE_BY(
      class extends Book {
        readonly #refused = new Map<string, BookAnswer>();

        override book(movement: Booked): BookAnswer {
          const answer = this.#refused.get(movement.movementId) ?? super.book(movement);
          if (movement.kind === 'adjust' && answer.status === 'refused') {
            this.#refused.set(movement.movementId, answer);
          }
          return answer;
        }
      },
    ),
  ],
  [
    'takes by a correction what is not there',
    'correction',
    MADE_BY(
      bookThat((book, movement, right) => {
        const answer = right();
        return movement.kind === 'adjust' && answer.status === 'refused'
          ? done(balanceOf(book, movement.player))
          : answer;
      }),
    ),
  ],
  [
    'adjusts again for each repeat',
    'correction',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'adjust' &&
        book.movements.some((each) => each.movement.movementId === movement.movementId)
          ? book.book(anew(movement))
          : right(),
      ),
    ),
  ],
  [
    'adjusts a round that nobody staked in',
    'correction',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'adjust' &&
        !book.movements.some((each) => each.movement.movementId === movement.refers)
          ? book.book({ ...anew(movement), kind: 'credit' })
          : right(),
      ),
    ),
  ],
  [
    'gives nothing for a credit of nothing',
    'session',
    MADE_BY(
      bookThat((_, movement, right) =>
        movement.kind === 'credit' && movement.total === 0n
          ? { status: 'refused', reason: 'game' }
          : right(),
      ),
    ),
  ],
  [
    'gives nothing back',
    'order',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'cancel' ? done(balanceOf(book, movement.player)) : right(),
      ),
    ),
  ],
  [
    'takes a cancelled debit again',
    'order',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'debit' && book.isUndone(movement.movementId)
          ? book.book({ ...anew(movement) })
          : right(),
      ),
    ),
  ],
  [
    'lends money',
    'session',
    MADE_BY(
      bookThat((book, movement, right) => {
        const answer = right();
        return answer.status === 'refused' && answer.reason === 'funds'
          ? done(balanceOf(book, movement.player))
          : answer;
      }),
    ),
  ],
  [
    'says the balance of before',
    'session',
    MADE_BY(
      bookThat((book, movement, right) => {
        const before = balanceOf(book, movement.player);
        const answer = right();
        return answer.status === 'done' ? done(before) : answer;
      }),
    ),
  ],
  [
    'counts in doubles',
    'money',
    MADE_BY(
      class extends Book {
        override book(movement: Booked): BookAnswer {
          return super.book({ ...movement, total: BigInt(Number(movement.total)) });
        }
      },
    ),
  ],
  [
    'rounds to whole euros',
    'money',
    MADE_BY(
      class extends Book {
        override book(movement: Booked): BookAnswer {
          return super.book({ ...movement, total: (movement.total / 100n) * 100n });
        }
      },
    ),
  ],
  [
    'opens an account for whoever is named',
    'launch',
    MADE_BY(
      class extends Book {
        override book(movement: Booked): BookAnswer {
          if (this.balance(movement.player) === undefined) this.open(movement.player, 10_000n);
          return super.book(movement);
        }
      },
    ),
  ],
  [
    'has a balance for everybody',
    'launch',
    MADE_BY(
      class extends Book {
        override balance(player: string): bigint {
          return super.balance(player) ?? 0n;
        }
      },
    ),
  ],
  [
    'takes from whom nothing may be taken',
    'limits',
    MADE_BY(
      class extends Book {
        override book(movement: Booked): BookAnswer {
          this.barred.clear();
          return super.book(movement);
        }
      },
    ),
  ],
  [
    'says of who is barred that the session does not hold',
    'limits',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'debit' && book.barred.has(movement.player)
          ? { status: 'refused', reason: 'session' }
          : right(),
      ),
    ),
  ],
  [
    'gives nothing to who is barred',
    'limits',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.kind === 'credit' && book.barred.has(movement.player)
          ? { status: 'refused', reason: 'excluded' }
          : right(),
      ),
    ),
  ],
  [
    'cuts ids after 64 characters',
    'limits',
    MADE_BY(
      class extends Book {
        override book(movement: Booked): BookAnswer {
          return super.book({ ...movement, movementId: movement.movementId.slice(0, 64) });
        }
      },
    ),
  ],
  [
    'lists no cancels',
    'reconcile',
    {
      server: class extends WalletServer {
        protected override get list() {
          return super.list.filter(({ movement }) => movement.kind !== 'cancel');
        }
      },
    },
  ],
  [
    'lists what it refused as done',
    'reconcile',
    {
      server: class extends WalletServer {
        protected override get list() {
          return super.list.map((each) => ({ ...each, answer: done(0n) }));
        }
      },
    },
  ],
  [
    'lists the last movement of a page again',
    'reconcile',
    {
      server: class extends WalletServer {
        protected override startOf(after: string | null): number {
          return Math.max(super.startOf(after) - 1, 0);
        }
      },
    },
  ],
  [
    'has a list that goes round in a circle',
    'reconcile',
    {
      book: () => bookOf(150),
      server: class extends WalletServer {
        protected override startOf(after: string | null): number {
          return super.startOf(after) % Math.max(this.list.length, 1);
        }
      },
    },
  ],
  [
    'skips a movement between two pages',
    'reconcile',
    {
      server: class extends WalletServer {
        protected override startOf(after: string | null): number {
          return after === null ? 0 : super.startOf(after) + 1;
        }
      },
    },
  ],
  [
    'asks nobody for a signature',
    'security',
    {
      server: class extends WalletServer {
        protected override isStudios(): boolean {
          return true;
        }
      },
    },
  ],
  [
    'takes what was signed for another',
    'security',
    {
      server: class extends WalletServer {
        override isAsked(): boolean {
          return true;
        }
      },
    },
  ],
  ['does not look at when a request was signed', 'security', { options: { apartS: Infinity } }],
  [
    'looks at the method and the path alone',
    'security',
    {
      options: { covered: ['@method', '@path'] },
    },
  ],
  [
    'does not need the path in the signature',
    'security',
    {
      options: { covered: ['@method', 'content-digest'] },
    },
  ],
  [
    'signs by a key that is not known',
    'launch',
    {
      options: { key: { kid: KID, key: generateKeyPairSync('ed25519').privateKey } },
    },
  ],
  ['signs what it does not say', 'launch', { server: faulty('wrong_signature') }],
  ['answers something else', 'launch', { server: faulty('wrong_body') }],
  ['is always busy', 'session', { server: faulty('busy') }],
  [
    'loses one answer in three',
    'session',
    {
      server: class extends WalletServer {
        #asked = 0;
        override faultOf = () =>
          (this.#asked += 1) % 3 === 0 ? ('error_after' as const) : undefined;
      },
    },
  ],
  [
    'has the player read what no page shows',
    'session',
    {
      server: class extends WalletServer {
        override readonly notices = new Map([
          ['anna', { id: 'n-1', kind: 'message' as const, text: 'two\nlines', actions: [] }],
        ]);
      },
    },
  ],
  [
    'pays for what a player has answered',
    'session',
    {
      server: class extends WalletServer {
        override beforeBooking = (verb: string) => {
          if (verb === 'notice') this.book.open('anna', balanceOf(this.book, 'anna') + 1n);
          return Promise.resolve();
        };
      },
    },
  ],
  [
    'takes a tip from the balance, too',
    'session',
    MADE_BY(
      bookThat((book, movement, right) => {
        const said = right();
        const movesNothing = movement.kind === 'tip' && movement.takes === undefined;
        if (!movesNothing || said.status !== 'done') return said;
        book.open(movement.player, said.balance - movement.total);
        return done(said.balance - movement.total);
      }),
    ),
  ],
  [
    'refuses a tip',
    'session',
    MADE_BY(
      bookThat((_, { kind }, right) =>
        kind === 'tip' ? { status: 'refused', reason: 'game' } : right(),
      ),
    ),
  ],
  [
    'takes tips by a session that holds alone',
    'launch',
    {
      server: class extends WalletServer {
        override refuses: WalletServer['refuses'] = (verb) =>
          verb === 'tip' && this.served.at(-1)?.session !== 's-anna' ? 'session' : undefined;
      },
    },
  ],
  [
    'does not look at what a tip says when it comes again',
    'repeat',
    MADE_BY(
      bookThat((book, { kind, player }, right) =>
        kind === 'tip' ? done(balanceOf(book, player)) : right(),
      ),
    ),
  ],
  [
    'takes nothing for a tip',
    'session',
    MADE_BY(
      bookThat((book, movement, right) =>
        movement.takes === true ? done(balanceOf(book, movement.player)) : right(),
      ),
    ),
  ],
  [
    'gives whatever tip it is asked for',
    'limits',
    MADE_BY(
      bookThat((book, { player, total, takes }, right) => {
        if (takes === true && balanceOf(book, player) < total) book.open(player, total);
        return right();
      }),
    ),
  ],
  [
    'takes a tip as done that has another total now',
    'repeat',
    MADE_BY(
      bookThat((book, movement, right) => {
        const { movementId, player, takes, total } = movement;
        const isOther = book.movements.some(
          ({ movement: its }) => its.movementId === movementId && its.total !== total,
        );
        return takes === true && isOther ? done(balanceOf(book, player)) : right();
      }),
    ),
  ],
  [
    'takes a tip of who is barred',
    'limits',
    MADE_BY(
      bookThat((book, { player, takes }, right) => {
        if (takes === true) book.barred.delete(player);
        return right();
      }),
    ),
  ],
  [
    'takes a tip by whatever session',
    'launch',
    {
      server: class extends WalletServer {
        override beforeBooking = (verb: string) => {
          if (verb === 'tip') this.book.sessions.delete('anna');
          return Promise.resolve();
        };
      },
    },
  ],
  [
    'gives no tip back',
    'unknown',
    MADE_BY(
      bookThat((book, { kind, player, refers }, right) => {
        const tip = book.movements.find(({ movement }) => movement.movementId === refers)?.movement;
        return kind === 'cancel' && tip?.kind === 'tip' ? done(balanceOf(book, player)) : right();
      }),
    ),
  ],
  [
    'lists no tips',
    'reconcile',
    {
      server: class extends WalletServer {
        protected override get list() {
          return this.book.movements.filter(({ movement }) => movement.kind !== 'tip');
        }
      },
    },
  ],
  ['knows no currency from another', 'money', { options: { currency: undefined } }],
  [
    'decides by a balance that is a moment old',
    'storm',
    MADE_BY(
      class extends Book {
        readonly #seen = new Map<string, bigint>();

        override book(movement: Booked): BookAnswer {
          const { player, kind, total } = movement;
          const has = balanceOf(this, player);
          const seen = this.#seen.get(player) ?? has;
          setTimeout(() => this.#seen.set(player, balanceOf(this, player)), 20);
          if (kind === 'debit' && has < total && seen >= total) this.open(player, has + total);
          return super.book(movement);
        }
      },
    ),
  ],
];

/** One fault, always. */
function faulty(fault: 'wrong_signature' | 'wrong_body' | 'busy'): typeof WalletServer {
  return class extends WalletServer {
    override faultOf = () => fault;
  };
}

/** Where nobody listens. */
const nobodys = async (): Promise<string> => {
  const wallet = await WalletServer.start({
    studio: studio.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    ...{ key: { kid: KID, key: operator.privateKey }, nowMs: () => 0, lateMs: 0 },
  });
  const { url } = wallet;
  await wallet.stop();
  return url;
};

describe('the conformance kit', () => {
  let ofCorrect: ReturnType<typeof check> | undefined;
  const checkOfCorrect = () => (ofCorrect ??= check({}));

  it('finds no fault with a correct wallet, in every case', async () => {
    const { outcomes, report } = await checkOfCorrect();
    expect(
      outcomes.filter(({ result }) => result !== 'holds'),
      report,
    ).toEqual([]);
    expect(outcomes).toHaveLength(CASES.length);
    expect(CASES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(CASES.map(({ says }) => says)).size).toBe(CASES.length);
    expect(report).toContain(`${CASES.length} cases: ${CASES.length} hold, 0 fail, 0 skipped`);
  });

  it('finds no fault with one that knows who is barred by a session, where none is named', async () => {
    const about = CASES.filter(({ needsBarredSession }) => needsBarredSession === true);
    const groups = IS_QUICK ? [...new Set(about.map(({ group }) => group))] : undefined;
    const { outcomes, report } = await check({ barredSession: undefined }, groups);
    expect(outcomes.length).toBeGreaterThan(about.length);
    const others = outcomes.filter(({ result }) => result !== 'holds');
    expect(
      others.map(({ says, result }) => [says, result]),
      report,
    ).toEqual([
      ['nothing is taken from a player by the session of another', 'skipped'],
      ['a debit of somebody who is barred is refused', 'skipped'],
      ['a tip of somebody who is barred is refused, and takes nothing', 'skipped'],
    ]);
    expect(report).toContain('(--barred-session)');
  });

  it('leaves one minor unit with who is barred, as its pages say', async () => {
    const { eve } = await checkOfCorrect();
    expect(eve).toBe(100_001n);
    for (const file of ['docs/operators.md', 'src/operator-check/README.md']) {
      const page = readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
      expect(page).toContain('keeps one minor unit of each trial');
    }
  });

  it('reads a long list of movements once, and to its end', async () => {
    const wrong = { book: () => bookOf(20_001) };
    const { outcomes, report, requests } = await check(wrong, ['reconcile']);
    expect(
      outcomes.filter(({ result }) => result !== 'holds'),
      report,
    ).toEqual([]);
    expect(requests).toBeLessThan(2 * 201);
  });

  it('ends where a wallet gives the first page of its list for ever, under cursors that are new', async () => {
    const { report, requests } = await check(
      {
        server: class extends WalletServer {
          protected override startOf(): number {
            return 0;
          }
          protected override cursorOf(): string {
            return randomUUID();
          }
        },
        book: () => bookOf(150),
      },
      ['reconcile'],
    );
    expect(report).toContain('FAILS');
    expect(report).toContain(
      'the list of movements does not go on under a new cursor: the same page of 100 follows',
    );
    expect(requests).toBeLessThan(50);
  });

  it('ends where a list of movements grows as fast as it is read', async () => {
    const { report } = await check(
      {
        server: class extends WalletServer {
          protected override get list() {
            for (let each = 0; each < 100; each += 1) {
              this.book.book({
                movementId: randomUUID(),
                kind: 'credit',
                player: 'eve',
                total: 1n,
              });
            }
            return super.list;
          }
        },
        listForMs: 300,
      },
      ['reconcile'],
    );
    expect(report).toContain('FAILS');
    expect(report).toContain('the list of movements has not come to its end in 0.3 s');
  });

  /** A third of them, for a quick check. */
  const tried = IS_QUICK ? MUTANTS.filter((_, index) => index % 3 === 0) : MUTANTS;

  it.each(tried)('names a wallet that %s', async (_, group, wrong) => {
    const { outcomes, report } = await check(wrong, [group]);
    expect(
      outcomes.some(({ result }) => result === 'fails'),
      report,
    ).toBe(true);
  });

  it('has as many cases as its pages say', () => {
    const pages = ['README.md', 'docs/operators.md'].map((file) =>
      readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8'),
    );
    for (const page of pages) expect(page).toContain(`in ${CASES.length} cases`);
  });

  it('plays rounds and hands of its own in each run', () => {
    const ids = ['a.1', 'a.2', 'b.1', 'b.2'];
    const rounds = ids.map(roundOf);
    const hands = ids.map((id) => handOf(id).hand);
    expect(new Set([...rounds, ...hands]).size).toBe(2 * ids.length);
    for (const each of rounds) expect(gameNumber.safeParse(each).success).toBe(true);
    for (const each of hands) expect(handNumber.safeParse(each).success).toBe(true);
  });

  it('skips what needs somebody who is barred, where nobody is named', async () => {
    const tried = new TriedWallet({
      ...{ url: await nobodys(), keys: [operator.publicKey], nowMs: () => Date.now() },
      tryMs: 2_000,
      studio: { kid: 'studio-1', key: studio.privateKey },
    });
    const of = { player: 'anna', barred: undefined, currency: 'EUR', exponent: 2, run: 'run' };
    const outcomes = await runCheck(tried, of, ['limits']);
    expect(outcomes.filter(({ result }) => result === 'skipped')).toHaveLength(5);
    const faults = outcomes.filter(({ result }) => result === 'fails').map(({ why }) => why);
    expect(faults[0]).toContain('the balance was no verdict (connect ECONNREFUSED');
  });
});
