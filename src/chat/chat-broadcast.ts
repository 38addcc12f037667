/**
 * Sends out what was written, after it was stored, to the rooms of every process. Whoever is not
 * connected reads it when they come back. Where the process that stored it has died before, or
 * Redis has lost the message, those at other processes are sent what was written with support,
 * removals and mutes a moment later, out of the database. A line of the chat they do without.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import { SentKeys } from '../platform/sent-keys.js';
import type { Mute, SupportSettled } from '../protocol/chat.js';
import { AUDIENCES } from '../round/audience.js';
import { Broadcast, playerRoom, tableRoom } from '../table/broadcast.js';
import type { SaidMessage } from './chat-log.js';
import { readMutes, readPlayersOfPerson } from './mute-rows.js';
import { type RecentAction, readActionsSince } from './recent-actions.js';
import { type ThreadMessage, readWrittenSince } from './support-rows.js';
import { readState } from './support-threads.js';

/** The room of those of the staff who read what players write to them. */
export const SUPPORT_ROOM = 'support';

const staffRooms = (table: string): string[] => [
  tableRoom('dealer', table),
  tableRoom('pit', table),
];

/** Something was noted upon the player's thread. `settled` where that has changed. */
export interface Noted {
  /** The number of its line in the staff's log. A version of before gives none. */
  readonly line?: string;
  readonly player: string;
  readonly settled?: SupportSettled | null;
}

/** A person was muted: all their players, who are sent what counts now. */
interface Muted {
  readonly line: string;
  readonly players: readonly string[];
  readonly mutes: readonly Mute[];
}

/** The mutes of a person were lifted: at a table, or, where `table` is null, at all. */
interface Unmuted {
  readonly line: string;
  readonly players: readonly string[];
  readonly table: string | null;
  /** Of those that were given since. */
  readonly mutes?: readonly Mute[];
}

/** What there is to send, and with what. */
interface Sent {
  readonly said: readonly [SaidMessage];
  readonly removed: readonly [table: string, id: string];
  readonly mutes: readonly [Muted];
  readonly unmutes: readonly [Unmuted];
  readonly written: readonly [ThreadMessage];
  readonly noted: readonly [Noted];
}
type Sending = { [Kind in keyof Sent]: readonly [Kind, ...Sent[Kind]] }[keyof Sent];

const CHAT: BulletinKind<Sending> = { name: 'chat' };

const LOOK_EVERY_MS = 5_000;
/** So far back it looks each time: a look may fail, and a transaction take its time. */
const LOOKS_BACK_MS = 30_000;
/** Of a look. */
const AT_ONCE_MAX = 500;

@Injectable()
export class ChatBroadcast {
  /** What was sent here, of what is looked for. */
  readonly #sent = new SentKeys();
  /** What was written before is read by whoever connects here. */
  readonly #startedAtMs: number;

  constructor(
    private readonly broadcast: Broadcast,
    @Inject(Bulletins) private readonly bulletins: Pick<Bulletins, 'on' | 'post'>,
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) clock: Pick<Clock, 'nowMs'>,
    @Inject(Poller) poller: Pick<Poller, 'poll'>,
  ) {
    this.#startedAtMs = clock.nowMs();
    bulletins.on(CHAT, (sending) => this.#send(sending));
    poller.poll({
      name: 'chat and support',
      everyMs: LOOK_EVERY_MS,
      look: (nowMs) => this.#look(nowMs),
      isWanted: () => AUDIENCES.some((audience) => broadcast.reach(audience).sockets.size > 0),
    });
  }

  said(message: SaidMessage): void {
    this.#sendAll(['said', message]);
  }

  removed(table: string, id: string): void {
    this.#sendAll(['removed', table, id]);
  }

  muted(muted: Muted): void {
    this.#sendAll(['mutes', muted]);
  }

  unmuted(unmuted: Unmuted): void {
    this.#sendAll(['unmutes', unmuted]);
  }

  written(message: ThreadMessage): void {
    this.#sendAll(['written', message]);
  }

  noted(noted: Noted): void {
    this.#sendAll(['noted', noted]);
  }

  #sendAll(sending: Sending): void {
    this.#send(sending);
    void this.bulletins.post(CHAT, sending);
  }

  async #look(nowMs: number): Promise<void> {
    const withinMs = Math.min(LOOKS_BACK_MS, nowMs - this.#startedAtMs);
    for (const message of await readWrittenSince(this.pool, withinMs, AT_ONCE_MAX)) {
      this.#send(['written', message]);
    }
    for (const action of await readActionsSince(this.pool, withinMs, AT_ONCE_MAX)) {
      if (!this.#sent.has(keyOfAction(action))) this.#send(await this.#sendingOf(action));
    }
  }

  /** With what holds now, so that it is right beside a later action that was sent before. */
  async #sendingOf(action: RecentAction): Promise<Sending> {
    const { line, subject, table } = action;
    switch (action.operation) {
      case 'chat:remove':
        return ['removed', action.table, subject];
      case 'chat:mute': {
        const players = await readPlayersOfPerson(this.pool, subject);
        return ['mutes', { line, players, mutes: await readMutes(this.pool, subject) }];
      }
      case 'chat:unmute': {
        const players = await readPlayersOfPerson(this.pool, subject);
        return ['unmutes', { line, players, table, mutes: await readMutes(this.pool, subject) }];
      }
      case 'support:take':
      case 'support:release':
      case 'support:settle': {
        const { settled = null } = (await readState(this.pool, subject)) ?? {};
        return ['noted', { line, player: subject, settled }];
      }
    }
  }

  /** To those who are connected here: once, whichever way it has come. */
  #send(sending: Sending): void {
    const key = keyOf(sending);
    if (key !== undefined && !this.#sent.isNew(key)) return;
    switch (sending[0]) {
      case 'said':
        return this.#said(sending[1]);
      case 'removed':
        return this.#removed(sending[1], sending[2]);
      case 'mutes':
        return this.#muted(sending[1]);
      case 'unmutes':
        return this.#unmuted(sending[1]);
      case 'written':
        return this.#written(sending[1]);
      case 'noted':
        return this.#noted(sending[1]);
    }
  }

  /** To everybody at the table, and to the author's own connections there marked as their own. */
  #said({ removed: _, player, ...message }: SaidMessage): void {
    const players = this.broadcast.reach('player');
    const room = tableRoom('player', message.table);
    if (player === null) players.to(room).emit('chat:message', message);
    else {
      players.to(room).except(playerRoom(player)).emit('chat:message', message);
      const { rooms } = players.adapter;
      const atTable = rooms.get(room);
      const own = [...(rooms.get(playerRoom(player)) ?? [])].filter((id) => atTable?.has(id));
      // An empty list of rooms would mean everybody.
      if (own.length > 0) players.to(own).emit('chat:message', { ...message, own: true });
    }
    for (const staff of this.broadcast.staff) {
      staff.to(staffRooms(message.table)).emit('chat:message', { ...message, player });
    }
  }

  #removed(table: string, id: string): void {
    const message = { table, id };
    this.broadcast.reach('player').to(tableRoom('player', table)).emit('chat:removed', message);
    for (const staff of this.broadcast.staff) {
      staff.to(staffRooms(table)).emit('chat:removed', message);
    }
  }

  #muted({ players, mutes }: Pick<Muted, 'players' | 'mutes'>): void {
    for (const player of players) {
      const own = this.broadcast.reach('player').to(playerRoom(player));
      for (const mute of mutes) own.emit('chat:muted', mute);
    }
  }

  #unmuted({ players, table, mutes = [] }: Unmuted): void {
    for (const player of players) {
      this.broadcast.reach('player').to(playerRoom(player)).emit('chat:unmuted', { table });
    }
    this.#muted({ players, mutes });
  }

  /** To the player and to those of the staff who may read it. Nobody else receives it. */
  #written({ player, ...message }: ThreadMessage): void {
    this.broadcast.reach('player').to(playerRoom(player)).emit('support:message', message);
    for (const staff of this.broadcast.staff) {
      staff.to(SUPPORT_ROOM).emit('support:message', { player, ...message });
    }
  }

  /** The player hears of it where the thread was settled or opened again. */
  #noted({ player, settled }: Noted): void {
    if (settled !== undefined) {
      this.broadcast.reach('player').to(playerRoom(player)).emit('support:settled', { settled });
    }
    for (const staff of this.broadcast.staff) {
      staff.to(SUPPORT_ROOM).emit('support:noted', { player });
    }
  }
}

/** By what it is known whether it was sent. Undefined: it is not looked for. */
const keyOf = (sending: Sending): string | undefined => {
  switch (sending[0]) {
    case 'said':
      return undefined;
    case 'written':
      return `written ${sending[1].id}`;
    case 'removed':
      return `removed ${sending[2]}`;
    case 'mutes':
    case 'unmutes':
    case 'noted':
      return sending[1].line && `line ${sending[1].line}`;
  }
};

const keyOfAction = ({ line, operation, subject }: RecentAction): string =>
  operation === 'chat:remove' ? `removed ${subject}` : `line ${line}`;
