/**
 * The desk at one table: its connection, its copy of the table, the scans on their way, and the
 * notices for the dealer.
 */
import { createStore } from 'zustand/vanilla';
import { type ConnectionState, NoAnswer } from '../../../src/client/connection.js';
import { DealerClient, type DealerWatch } from '../../../src/client/dealer-client.js';
import type { FollowedTable } from '../../../src/client/followed-table.js';
import { ScanQueue, type ScanPlace, placeOf } from '../../../src/client/scan-queue.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
import { isEmpty } from '../../../src/client/waiting-scans.js';
import type { Approval } from '../../../src/protocol/approval.js';
import { type ReplyOf, type RequestOf, isPassing } from '../../../src/protocol/command.js';
import type { DealerCommandName, DealerCommands } from '../../../src/protocol/dealer.js';
import type { TableMessage } from '../../../src/protocol/table.js';
import type { Tip } from '../../../src/protocol/tip.js';
import type { Member } from '../staff/member.js';
import {
  type AskedByHand,
  type CardRequest,
  afterApproval,
  afterMessage,
  isOpen,
  stateAt,
} from './card-request.js';
import {
  keepUncollected,
  keepProcedures,
  keepScans,
  keepWithdrawn,
  keptUncollected,
  keptProcedures,
  keptScans,
  keptWithdrawn,
} from './kept.js';
import { type UncollectedCards, uncollectedAfter, uncollectedIn } from './uncollected-cards.js';
import { withTips } from './last-tips.js';
import { type OwnScan, isOfOwnScan } from './own-scan.js';
import { type Procedure, isProcedure, withProcedure } from './procedure.js';
import { soundOf } from './sound-of.js';
import { sound } from './sounds.js';
import { dealsHere } from './step.js';
import { DeskCamera, laterHere } from './camera.js';
import { TableChat } from './chat/table-chat.js';
import { type DeskNotice, isStale, noticeBy, noticeOf } from './notice.js';
import { type Withdrawn, withdrawnAfter, withdrawnIn } from './withdrawn.js';

export interface DeskView {
  readonly line: { readonly state: ConnectionState; readonly reason: string };
  /** The copy is the table as it is now, not as it was. */
  readonly isJoined: boolean;
  /** Why the table cannot be joined at present. */
  readonly refused: string | undefined;
  readonly copy: TableCopy | undefined;
  /** The codes that wait, in their order. */
  readonly waiting: readonly string[];
  readonly notice: DeskNotice | undefined;
  readonly procedures: readonly Procedure[];
  /** The cards of the last coup, until the dealer has collected them. */
  readonly uncollected: UncollectedCards | undefined;
  /** The card that was taken off its seat, until the table goes on. */
  readonly withdrawn: Withdrawn | undefined;
  /** A card by hand that the pit was asked for, here or by somebody else for this table. */
  readonly request: CardRequest | undefined;
  /** Since when the next card is due, in ms of the studio’s clock. */
  readonly cardDueSinceMs: number | undefined;
  /** What whoever deals was given last, newest first. */
  readonly tips: readonly Tip[];
}

/** Where the table could not be taken over for now, it is tried again after this, in ms. */
const RELIEVE_AGAIN_MS = 1_000;

/** In place of what the desk saw. */
const UNSEEN = { seen: undefined };

type Named<Name extends DealerCommandName> = Omit<RequestOf<DealerCommands[Name]>, 'table'>;

export class Desk {
  readonly store = createStore<DeskView>(() => ({
    line: { state: 'connecting', reason: '' },
    isJoined: false,
    refused: undefined,
    copy: undefined,
    waiting: [],
    procedures: [],
    notice: undefined,
    uncollected: undefined,
    withdrawn: undefined,
    request: undefined,
    cardDueSinceMs: undefined,
    tips: [],
  }));
  readonly client: DealerClient;
  readonly chat: TableChat;
  readonly camera: DeskCamera;
  readonly #followed: FollowedTable<DealerWatch>;
  readonly #scans: ScanQueue;
  #isAsking = false;
  #isClosed = false;
  #ownScan: OwnScan | undefined;
  /** Scans wait that were read before this desk was, perhaps when somebody else dealt. */
  #hasOthersScans: boolean;
  #relief: ReturnType<typeof setTimeout> | undefined;
  /** What the studio said before it closed the connection. */
  #closedBecause = '';

  constructor(
    readonly member: Member,
    readonly table: string,
    /** Has signed in to relieve whoever deals here. */
    private takesOver: boolean,
  ) {
    this.client = new DealerClient(location.origin, member.token);
    this.chat = new TableChat(this.client, table, member);
    this.camera = new DeskCamera(member.token, laterHere);
    const left = keptScans(table);
    this.#hasOthersScans = !isEmpty(left);
    this.#scans = new ScanQueue(
      {
        place: () => this.#place(),
        known: () => {
          const { copy } = this.store.getState();
          return copy && placeOf(copy);
        },
        report: (note) =>
          this.client.send('malfunction:report', { table, malfunction: 'scanner_dead', note }),
        send: (command, scan) => {
          this.#ownScan = scan;
          return this.client.send(command, { table, ...scan });
        },
        startOver: () => {
          this.store.setState({ isJoined: false });
          this.#followed.startOver();
        },
        after: (ms, act) => {
          const timer = setTimeout(act, ms);
          return () => clearTimeout(timer);
        },
        ended: (code, reply) => this.publish(noticeOf(code, reply)),
        stopped: (code, behind) => this.publish({ kind: 'dropped', codes: [code, ...behind] }),
        reported: (reply) => {
          if (!reply.ok) this.publish({ kind: 'refused', what: '', refusal: reply.refusal });
        },
        failed: (error) => reportError(error),
      },
      {
        left,
        keep: ({ line }, waiting) => {
          // Whoever has the table next in this tab keeps its scans.
          if (this.#isClosed) return;
          if (isEmpty(waiting)) this.#hasOthersScans = false;
          const isKept = keepScans(table, waiting);
          if (!isKept && line === 'scanned') this.publish({ kind: 'notKept' });
          this.store.setState({ waiting: waiting.scans.map(({ code }) => code) });
        },
      },
    );
    this.store.setState({ procedures: keptProcedures(table) });
    this.store.setState({ waiting: this.#scans.codes });
    this.client.connection.onState((state, reason) => {
      const isJoined = state === 'connected' && this.store.getState().isJoined;
      const why = state === 'ended' && this.#closedBecause !== '' ? this.#closedBecause : reason;
      this.store.setState({ line: { state, reason: why }, isJoined });
      if (state !== 'connected') this.#scans.interrupted();
    });
    this.client.connection.on('staff:closed', ({ reason }) => {
      this.#closedBecause = reason;
    });
    this.client.connection.on('approval:changed', (approval) => this.#hear(approval));
    this.client.connection.on('tip:given', (tip) => {
      if (tip.table === this.table) {
        this.store.setState(({ tips }) => ({ tips: withTips(tips, [tip]) }));
      }
    });
    this.#followed = this.client.watch(table, {
      snapshot: (copy) => this.#begin(copy),
      message: (message, copy, before) => this.#follow(message, copy, before),
      joined: () => {
        this.store.setState({ isJoined: true, refused: undefined });
        void this.chat.talk.read();
        void this.#readTips();
        void this.#takeOver().then(() => this.#scans.flow());
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

  publish(notice: DeskNotice): void {
    this.store.setState({ notice });
    sound(soundOf(notice));
  }

  /**
   * One command of the desk at a time: a key that is pressed before the answer has come is not
   * meant twice. Shows the dealer a refusal. Undefined where the command was not answered, or not
   * sent.
   */
  async do<Name extends DealerCommandName>(
    name: Name,
    request: Named<Name>,
  ): Promise<ReplyOf<DealerCommands[Name]> | undefined> {
    if (this.#isAsking) return undefined;
    this.#isAsking = true;
    try {
      const send = (more: object) => {
        const named = { ...request, ...more, table: this.table };
        return this.client.send(name, named as RequestOf<DealerCommands[Name]>);
      };
      const first = await send({});
      // A version of before does not know the field.
      const isUnknown = !first.ok && first.refusal === 'malformed_message';
      const reply = isUnknown && Object.hasOwn(request, 'seen') ? await send(UNSEEN) : first;
      if (!reply.ok) this.publish({ kind: 'refused', what: '', refusal: reply.refusal });
      return reply;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.publish({ kind: 'refused', what: '', refusal: 'no_answer' });
      return undefined;
    } finally {
      this.#isAsking = false;
    }
  }

  /**
   * Asks the pit for a card that no scanner reads: the next of the coup, a new shoe’s first, or the
   * cut card. Undefined where it was not answered, or not sent.
   */
  async askByHand(
    asked: AskedByHand,
  ): Promise<ReplyOf<DealerCommands['approval:request']> | undefined> {
    const request = { ...asked, reason: 'equipment_fault', note: '' } as const;
    const reply = await this.do('approval:request', request);
    if (reply?.ok === true) this.#hear(reply.approval);
    return reply;
  }

  /** Whoever asked for it: the dealer who was relieved meanwhile, or the pit. */
  #hear(approval: Approval): void {
    if (approval.table !== this.table) return;
    const nowMs = this.nowMs();
    this.store.setState(({ request }) => ({ request: afterApproval(request, approval, nowMs) }));
  }

  /** The table is bare. */
  collected(): void {
    this.#lies(undefined);
  }

  /**
   * Whoever is signed in here lets `dealer` take over, although a round may be in hand. Where they
   * may not, the taking over is refused.
   */
  async letIn(dealer: string): Promise<void> {
    const allowing = this.client.send('relief:allow', { table: this.table, dealer });
    await allowing.catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
    });
  }

  /** A request that has ended was seen. One that waits goes on waiting. */
  seenRequest(): void {
    const nowMs = this.nowMs();
    this.store.setState(({ request }) => {
      const waits = request !== undefined && isOpen(stateAt(request, nowMs));
      return waits ? {} : { request: undefined };
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#relief);
    this.camera.stop();
    this.#scans.close();
    this.#followed.leave();
    this.client.close();
  }

  /**
   * What was scanned before waits until it is answered. The table takes no scan from somebody who
   * does not deal.
   */
  async #takeOver(): Promise<void> {
    const { copy } = this.store.getState();
    if (!this.takesOver || copy === undefined) return;
    const isTheirs = copy.phase === 'closed' || copy.dealer === this.member.id;
    const reply = isTheirs ? undefined : await this.do('table:relieve', {});
    const isLater = reply === undefined || (!reply.ok && isPassing(reply.refusal));
    if (!isTheirs && isLater) {
      this.#relieveLater();
      return;
    }
    this.takesOver = false;
  }

  #relieveLater(): void {
    if (this.client.connection.state !== 'connected') return;
    clearTimeout(this.#relief);
    this.#relief = setTimeout(() => this.#followed.rejoin(), RELIEVE_AGAIN_MS);
  }

  /** A line of thanks is not worth a fault: without an answer the line stays as it is. */
  async #readTips(): Promise<void> {
    const reply = await this.client
      .send('tip:read', { table: this.table })
      .catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error;
        return undefined;
      });
    if (reply?.ok !== true) return;
    this.store.setState(({ tips }) => ({ tips: withTips(tips, reply.tips) }));
  }

  #place(): ScanPlace | undefined {
    const { copy, isJoined } = this.store.getState();
    if (!isJoined || copy === undefined || this.takesOver) return undefined;
    return this.#hasOthersScans && !dealsHere(copy, this.member) ? undefined : placeOf(copy);
  }

  #begin(copy: TableCopy): void {
    this.#scans.renewed();
    const cardDueSinceMs = isCardDue(copy) ? this.nowMs() : undefined;
    const { copy: before } = this.store.getState();
    this.#ownScan = undefined;
    this.store.setState({ copy, cardDueSinceMs });
    this.#lies(uncollectedIn(copy, keptUncollected(this.table), before));
    this.#withdrawn(withdrawnIn(copy, keptWithdrawn(this.table)));
  }

  #lies(uncollected: UncollectedCards | undefined): void {
    keepUncollected(this.table, uncollected);
    this.store.setState({ uncollected });
  }

  #withdrawn(withdrawn: Withdrawn | undefined): void {
    keepWithdrawn(this.table, withdrawn);
    this.store.setState({ withdrawn });
  }

  #follow(message: TableMessage, copy: TableCopy, before: TableCopy): void {
    if (message.kind === 'shoe_started' || message.kind === 'table_opened') {
      this.#scans.startAnew();
      this.#ownScan = undefined;
    }
    const { procedures: done, uncollected, withdrawn: off } = this.store.getState();
    const procedures = withProcedure(done, message, before.dealer);
    if (isProcedure(message)) keepProcedures(this.table, procedures);
    this.store.setState(({ request }) => ({
      copy,
      procedures,
      request: afterMessage(request, message),
      cardDueSinceMs: isCardDue(copy) ? message.atMs : undefined,
    }));
    const lies = uncollectedAfter(uncollected, message, copy);
    if (lies !== uncollected) this.#lies(lies);
    const withdrawn = withdrawnAfter(off, message, copy);
    if (withdrawn !== off) this.#withdrawn(withdrawn);
    const isOwn = isOfOwnScan(this.#ownScan, message, copy);
    const notice = isOwn ? undefined : noticeBy(message, before);
    // The notice of what was thrown away is there by now, and says more than that it was reported.
    const isOfDropped =
      notice?.kind === 'reported' && this.store.getState().notice?.kind === 'dropped';
    if (notice !== undefined && !isOfDropped) this.publish(notice);
    else if (copy.phase !== before.phase) {
      const heard = PHASE_SOUNDS[copy.phase];
      if (heard !== undefined) sound(heard);
    }
    if (notice === undefined && isStale(message, copy, before)) {
      this.store.setState({ notice: undefined });
    }
    if (copy.dealer !== before.dealer) this.#scans.flow();
  }
}

const PHASE_SOUNDS = {
  last_bets: 'lastBets',
  bets_closed: 'closed',
  suspended: 'stopped',
} as Partial<Record<TableCopy['phase'], Parameters<typeof sound>[0]>>;

const isCardDue = ({ phase, desk }: TableCopy): boolean =>
  (phase === 'bets_closed' || phase === 'dealing') && desk?.seat !== null;
