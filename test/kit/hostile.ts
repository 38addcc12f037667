/**
 * Every role at every door of the studio, with a message of every command: well-formed, or spoilt.
 * What comes back is judged by the protocol alone.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { z } from 'zod';
import { FACES } from '../../src/cards/card.js';
import type { Command, Role } from '../../src/protocol/command.js';
import { DEALER_COMMANDS } from '../../src/protocol/dealer.js';
import { STAFF_DOORS } from '../../src/protocol/operations.js';
import { PIT_COMMANDS } from '../../src/protocol/pit.js';
import { PLAYER_COMMANDS } from '../../src/protocol/player.js';
import { makeScanCode } from '../../src/round/scan-code.js';
import { type JsonSchema, type Known, type Spoiling, samples, spoilt, textOf } from './any-json.js';
import { type Answer, BareSocket } from './bare-socket.js';
import { faultOfReply } from './described.js';
import type { Studio } from './studio.js';
import type { Testbed } from './testbed.js';

/** By the name of a field, what means something at the tables `pb-1` and `pb-2`. */
const KNOWN: Known = {
  table: ['pb-1', 'pb-2', 'pb-1', 'pb-2', 'nowhere'],
  game: ['@game@', '@game@', '9999999999'],
  betId: ['@uuid@', '@uuid@', '@sameUuid@'],
  key: ['@uuid@', '@uuid@', '@sameUuid@'],
  amount: ['100', '500', '1000', '0', '999999999999999999'],
  scanSeq: ['@nextScan@', '@nextScan@', '@lastScan@', 0, 2 ** 53 - 1],
  afterSeq: ['@smallNumber@', '@smallNumber@', 0],
  code: [...FACES.map((face) => makeScanCode(face)), 'CUT', '1-KH', 'XX', 'a\u0000b', 'a\ud800'],
  cards: ['@box@'],
  player: ['@decoy@', '999999'],
  incident: ['@smallId@', '999999999999999999'],
  approval: ['@smallId@', '999999999999999999'],
  id: ['@smallId@'],
  before: ['@smallId@'],
  coup: ['P 2h Kd 5s . B 4c Ks 7d', 'P 9h Ts . B 4c Ks', 'nonsense'],
};

const COMMANDS = {
  '/player': PLAYER_COMMANDS,
  '/dealer': DEALER_COMMANDS,
  '/pit': PIT_COMMANDS,
} satisfies Readonly<Record<string, Readonly<Record<string, Command>>>>;
type Door = keyof typeof COMMANDS;
const DOORS = Object.keys(COMMANDS) as readonly Door[];
const rolesAt = (door: Door): readonly Role[] =>
  door === '/player' ? ['player'] : STAFF_DOORS[door];

const SAMPLES = 60;
const schemaOf = ({ request }: Command): JsonSchema =>
  z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Every command of every door, with well-formed requests. */
const offers = () =>
  DOORS.flatMap((door) =>
    Object.entries<Command>(COMMANDS[door]).map(([name, command]) => ({
      door,
      name,
      requests: samples(schemaOf(command), KNOWN, SAMPLES),
    })),
  );

/** A message, by whom, and how it is spoilt. All are numbers, to be shrunk. */
interface Message {
  readonly hand: number;
  readonly offer: number;
  /** Of a command of another door now and then. */
  readonly isStray: boolean;
  readonly request: number;
  readonly spoiling: Spoiling | null;
}

const number = fc.noBias(fc.nat({ max: 100_000 }));

/** For each that is well-formed so many are spoilt. */
export const anyMessage = (spoiltOnes: number): fc.Arbitrary<Message> =>
  fc.record({
    hand: number,
    offer: number,
    isStray: fc.noBias(fc.nat({ max: 49 })).map((each) => each === 0),
    request: number,
    spoiling: fc.option(fc.record({ place: number, how: number }), { freq: spoiltOnes, nil: null }),
  });

/** Somebody in a role at a door. */
interface Hand {
  readonly door: Door;
  readonly role: Role;
  readonly token: string;
  socket: BareSocket;
}

/** What was sent, and what came of it. */
interface Sent {
  readonly name: string;
  readonly isRefused: boolean;
  /** What the protocol does not allow. */
  readonly fault: string | undefined;
}

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const GAMES_KEPT = 20;

export class Hostile {
  /** How often what was answered. */
  readonly answers: Record<string, number> = {};
  readonly #offers = offers();
  readonly #ofDoor = new Map(
    DOORS.map((door) => [door, this.#offers.filter((each) => each.door === door)]),
  );
  readonly #hands: Hand[] = [];
  readonly #games: string[] = ['1000000001'];
  readonly #scans = new Map([['pb-1', 0]]);
  readonly #words: Readonly<Record<string, () => string>>;

  private constructor(
    private readonly url: string,
    decoy: string,
  ) {
    const same = randomUUID();
    this.#words = {
      game: () => JSON.stringify(this.#games.at(-1)),
      uuid: () => JSON.stringify(randomUUID()),
      sameUuid: () => JSON.stringify(same),
      nextScan: () => String(1 + any([...this.#scans.values()])),
      lastScan: () => String(any([...this.#scans.values()])),
      smallNumber: () => String(Math.floor(Math.random() * 500)),
      smallId: () => JSON.stringify(String(1 + Math.floor(Math.random() * 30))),
      box: () => JSON.stringify(`box-${randomUUID()}`),
      decoy: () => JSON.stringify(decoy),
    };
  }

  /** Everybody is connected, and the player sits at the tables with money. */
  static async open(testbed: Testbed, { url }: Studio): Promise<Hostile> {
    const hostile = new Hostile(url, (await testbed.enlist('Decoy')).id);
    for (const door of DOORS) {
      for (const role of rolesAt(door)) {
        const token =
          role === 'player'
            ? (await testbed.enlist('Mallory')).token
            : await testbed.employ({ id: `the ${role}`, role });
        const socket = await BareSocket.enter(url, door, token);
        hostile.#hands.push({ door, role, token, socket });
      }
    }
    const [player] = hostile.#hands;
    await hostile.ask(player!.socket, 'session:buy-in', { key: '@uuid@', amount: '500000' });
    for (const table of ['pb-1', 'pb-2'])
      await hostile.ask(player!.socket, 'table:join', { table });
    return hostile;
  }

  /** What a table is at now, for messages that are to mean something. */
  learn(table: string, { game, scanSeq }: { game: string | undefined; scanSeq: number }): void {
    this.#scans.set(table, scanSeq);
    if (game === undefined) return;
    this.#games.push(game);
    if (this.#games.length > GAMES_KEPT) this.#games.shift();
  }

  /** A request with words in it, by whichever connection. */
  ask(socket: BareSocket, name: string, request: object): Promise<Answer | undefined> {
    return socket.ask(textOf([name, request], this.#words));
  }

  async send({ hand: who, offer, isStray, request, spoiling }: Message): Promise<Sent> {
    const hand = this.#hands[who % this.#hands.length]!;
    const { door, role, token } = hand;
    const own = isStray ? this.#offers : this.#ofDoor.get(door)!;
    const { name, requests } = own[offer % own.length]!;
    const whole = requests[request % requests.length];
    const value = spoiling === null ? whole : spoilt(whole, spoiling);
    const event = textOf(value === undefined ? [name] : [name, value], this.#words);
    // One may have been disconnected by order of another.
    if (!hand.socket.isOpen) hand.socket = await BareSocket.enter(this.url, door, token);
    const answer = await hand.socket.ask(event);
    const said = String(answer?.['refusal'] ?? answer?.['ok']);
    this.answers[said] = (this.answers[said] ?? 0) + 1;
    const [, asked] = JSON.parse(event) as [string, unknown];
    const fault = faultOf(door, role, name, asked, answer);
    return {
      name,
      isRefused: answer?.['ok'] === false,
      fault: fault && `${door} ${role} ${event.slice(0, 500)}: ${fault}`,
    };
  }

  close(): void {
    for (const { socket } of this.#hands) socket.close();
  }
}

const faultOf = (
  door: Door,
  role: Role,
  name: string,
  asked: unknown,
  answer: Answer | undefined,
): string | undefined => {
  if (answer === undefined) return 'is not answered';
  const { ok, refusal } = answer;
  const commands: Readonly<Record<string, Command>> = COMMANDS[door];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const shown = JSON.stringify(answer).slice(0, 500);
  const due = refusalDue(command, role, asked);
  if (command === undefined || due !== undefined) {
    return ok === false && refusal === due ? undefined : `${shown}, not ${due}`;
  }
  const fault = faultOfReply(door, name, answer);
  if (fault !== undefined) return `${shown}: ${fault}`;
  return refusal === 'internal_error' ? shown : undefined;
};

/** Whatever state the studio is in. */
const refusalDue = (
  command: Command | undefined,
  role: Role,
  asked: unknown,
): string | undefined => {
  if (command === undefined) return 'unknown_command';
  if (!command.roles.includes(role)) return 'not_allowed';
  return command.request.safeParse(asked).success ? undefined : 'malformed_message';
};
