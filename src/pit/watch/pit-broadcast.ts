/**
 * Tells the pit what has changed: everybody who watches the wall, in this process. Also tells a
 * desk what became of its request.
 */
import { Injectable } from '@nestjs/common';
import type { Socket } from 'socket.io';
import { type Approval, isAwaitedAtTheDesk } from '../../protocol/approval.js';
import type { Incident } from '../../protocol/incident.js';
import type { WallTable } from '../../protocol/wall.js';
import { Sitters } from '../../edge/sitters.service.js';
import { Broadcast } from '../../table/broadcast.js';

const WALL_ROOM = 'wall';

@Injectable()
export class PitBroadcast {
  constructor(
    private readonly broadcast: Broadcast,
    private readonly sitters: Sitters,
  ) {}

  /** Players who sit at the table with a connection. */
  playersAt(table: string): number {
    return this.sitters.at(table);
  }

  async follow(socket: Socket): Promise<void> {
    await socket.join(WALL_ROOM);
  }

  /** Whether anybody would receive it. */
  get isHeard(): boolean {
    return this.broadcast.reach('pit').adapter.rooms.has(WALL_ROOM);
  }

  /** Whether a dealer is connected to this process, who may wait for what is decided. */
  get hasDesks(): boolean {
    return this.broadcast.reach('dealer').sockets.size > 0;
  }

  /** Whether anybody is connected at the table's desk. */
  isDeskFollowed(table: string): boolean {
    return this.sitters.isDeskFollowed(table);
  }

  table(changed: WallTable): void {
    this.broadcast.reach('pit').to(WALL_ROOM).emit('wall:table', changed);
  }

  incident(changed: Incident): void {
    this.broadcast.reach('pit').to(WALL_ROOM).emit('incident:changed', changed);
  }

  /** A card by hand is sent to the desk, too, since the dealer waits for it. */
  approval(changed: Approval): void {
    this.broadcast.reach('pit').to(WALL_ROOM).emit('approval:changed', changed);
    if (isAwaitedAtTheDesk(changed.kind)) this.broadcast.toDesk(changed);
  }
}
