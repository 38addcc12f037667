/** The desk at one table: its connection, its copy of the table, the scans on their way, and what the dealer is told. */
import { createStore } from 'zustand/vanilla';
import { type ConnectionState, NoAnswer } from '../../../src/client/connection.js';
import { DealerClient, type DealerWatch } from '../../../src/client/dealer-client.js';
import type { FollowedTable } from '../../../src/client/followed-table.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
import type { ReplyOf, RequestOf } from '../../../src/protocol/command.js';
import type { DealerCommandName, DealerCommands } from '../../../src/protocol/dealer.js';
import type { TableMessage } from '../../../src/protocol/table.js';
import type { Card } from '../../../src/cards/card.js';
import type { Member } from '../staff/member.js';
import { type CardRequest, afterMessage, requestOf } from './card-request.js';
import { keepProcedures, keepScans, keptProcedures, keptScans } from './kept.js';
import { type Procedure, isProcedure, withProcedure } from './procedure.js';
import { type ScanOutcome, ScanLine, type ScanPlace } from './scans/scan-line.js';
import { soundOf } from './sound-of.js';
import { sound } from './sounds.js';
import { type Told, toldBy, toldOf } from './told.js';

export interface DeskView {
  readonly line: { readonly state: ConnectionState; readonly reason: string };
  /** The copy is the table as it is, and not as it was. */
  readonly isJoined: boolean;
  /** Why the table cannot be joined at present. */
  readonly refused: string | undefined;
  readonly copy: TableCopy | undefined;
  /** The codes that wait, in their order. */
  readonly waiting: readonly string[];
  readonly told: Told | undefined;
  readonly procedures: readonly Procedure[];
  /** The shift manager was called since the table was suspended. */
  readonly wasCalled: boolean;
  /** A card by hand that the pit was asked for. */
  readonly request: CardRequest | undefined;
  /** Since when the next card is due: the studio’s clock, ms. */
  readonly cardDueSinceMs: number | undefined;
}

type Named<Name extends DealerCommandName> = Omit<RequestOf<DealerCommands[Name]>, 'table'>;

export class Desk {
  readonly store = createStore<DeskView>(() => ({
    line: { state: 'connecting', reason: '' },
    isJoined: false,
    refused: undefined,
    copy: undefined,
    waiting: [],
    procedures: [],
    told: undefined,
    wasCalled: false,
    request: undefined,
    cardDueSinceMs: undefined,
  }));
  readonly client: DealerClient;
  readonly #followed: FollowedTable<DealerWatch>;
  readonly #scans: ScanLine;
  #isAsking = false;
  /** What the studio said before it closed the connection. */
  #closedBecause = '';

  constructor(
    readonly member: Member,
    readonly table: string,
    /** Has signed in to relieve whoever deals here. */
    private takesOver: boolean,
  ) {
    this.client = new DealerClient(location.origin, member.token);
    this.#scans = new ScanLine(
      {
        place: () => this.#place(),
        send: (command, scan) => this.client.send(command, { table, ...scan }),
        startOver: () => {
          this.store.setState({ isJoined: false });
          this.#followed.startOver();
        },
        keep: (waiting) => {
          keepScans(table, waiting);
          this.store.setState({ waiting: waiting.map(({ code }) => code) });
        },
        told: (outcome) => this.#hear(outcome),
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      },
      keptScans(table),
    );
    this.store.setState({ procedures: keptProcedures(table) });
    this.store.setState({ waiting: this.#scans.waiting.map(({ code }) => code) });
    this.client.connection.onState((state, reason) => {
      const isJoined = state === 'connected' && this.store.getState().isJoined;
      const why = state === 'ended' && this.#closedBecause !== '' ? this.#closedBecause : reason;
      this.store.setState({ line: { state, reason: why }, isJoined });
    });
    this.client.connection.on('staff:closed', ({ reason }) => {
      this.#closedBecause = reason;
    });
    this.client.connection.on('approval:changed', (approval) =>
      this.store.setState(({ request }) =>
        request?.id === approval.id ? { request: requestOf(approval, request.card) } : {},
      ),
    );
    this.#followed = this.client.watch(table, {
      snapshot: (copy) => this.#begin(copy),
      message: (message, copy, before) => this.#follow(message, copy, before),
      joined: () => {
        this.store.setState({ isJoined: true, refused: undefined });
        this.#takeOver();
        this.#scans.flow();
      },
      refused: (refused) => this.store.setState({ refused }),
    });
  }

  /** The studio’s clock, ms since 1970. */
  nowMs(): number {
    return this.#followed.nowMs();
  }

  scan(code: string): void {
    this.#scans.scan(code);
  }

  tell(told: Told): void {
    this.store.setState({ told });
    sound(soundOf(told));
  }

  /**
   * One command of the desk at a time: what is pressed before the answer has come is not meant twice. Tells the dealer of a
   * refusal. Undefined where the command was not answered, or not sent.
   */
  async do<Name extends DealerCommandName>(
    name: Name,
    request: Named<Name>,
  ): Promise<ReplyOf<DealerCommands[Name]> | undefined> {
    if (this.#isAsking) return undefined;
    this.#isAsking = true;
    try {
      const named = { ...request, table: this.table } as RequestOf<DealerCommands[Name]>;
      const reply = await this.client.send(name, named);
      if (!reply.ok) this.tell({ kind: 'refused', what: '', refusal: reply.refusal });
      return reply;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.tell({ kind: 'refused', what: '', refusal: 'no_answer' });
      return undefined;
    } finally {
      this.#isAsking = false;
    }
  }

  /** Asks the pit for a card that no scanner reads. */
  async askForCard(game: string, card: Card): Promise<void> {
    const asked = { kind: 'card', game, card, reason: 'equipment_fault', note: '' } as const;
    const reply = await this.do('approval:request', asked);
    if (reply?.ok === true) this.store.setState({ request: requestOf(reply.approval, card) });
  }

  /** A request that has come to its end was seen; one that waits goes on waiting. */
  seenRequest(): void {
    this.store.setState(({ request }) => {
      const isOpen = request?.state === 'pending' || request?.state === 'approved';
      return isOpen ? {} : { request: undefined };
    });
  }

  close(): void {
    this.#followed.leave();
    this.client.close();
  }

  #takeOver(): void {
    const { copy } = this.store.getState();
    if (!this.takesOver || copy === undefined) return;
    this.takesOver = false;
    const isTheirs = copy.phase === 'closed' || copy.dealer === this.member.id;
    if (!isTheirs) void this.do('table:relieve', {});
  }

  #place(): ScanPlace | undefined {
    const { copy, isJoined } = this.store.getState();
    if (!isJoined || copy === undefined) return undefined;
    const isBurn = (copy.desk?.next ?? '') === 'SCAN_BURN';
    return { lastScanSeq: copy.lastScanSeq, command: isBurn ? 'shoe:burn' : 'card:scan' };
  }

  #hear(outcome: ScanOutcome): void {
    this.tell(toldOf(outcome));
  }

  #begin(copy: TableCopy): void {
    this.#scans.startAnew();
    const cardDueSinceMs = isCardDue(copy) ? this.nowMs() : undefined;
    this.store.setState({ copy, cardDueSinceMs });
  }

  #follow(message: TableMessage, copy: TableCopy, before: TableCopy): void {
    if (message.kind === 'shoe_started' || message.kind === 'table_opened') {
      this.#scans.startAnew();
    }
    const procedures = withProcedure(this.store.getState().procedures, message);
    if (isProcedure(message)) keepProcedures(this.table, procedures);
    this.store.setState(({ wasCalled, request }) => ({
      copy,
      procedures,
      request: afterMessage(request, message),
      wasCalled:
        copy.phase === 'suspended' &&
        (message.kind === 'manager_called' || (wasCalled && before.phase === 'suspended')),
      cardDueSinceMs: isCardDue(copy) ? message.atMs : undefined,
    }));
    const told = toldBy(message);
    if (told !== undefined) this.tell(told);
    else if (copy.phase !== before.phase) {
      const heard = PHASE_SOUNDS[copy.phase];
      if (heard !== undefined) sound(heard);
    }
    // What was said of the round before says nothing of this one.
    if (message.kind === 'betting_opened') this.store.setState({ told: undefined });
  }
}

const PHASE_SOUNDS = {
  last_bets: 'lastBets',
  bets_closed: 'closed',
  suspended: 'stopped',
} as Partial<Record<TableCopy['phase'], Parameters<typeof sound>[0]>>;

const isCardDue = ({ phase, desk }: TableCopy): boolean =>
  (phase === 'bets_closed' || phase === 'dealing') && desk?.seat !== null;
