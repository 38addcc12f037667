/** Tells the desk of a tip, in every process. Who is not reached reads it later. */
import { Inject, Injectable } from '@nestjs/common';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import type { Tip } from '../protocol/tip.js';
import { Broadcast, tableRoom } from '../table/broadcast.js';

const TIP: BulletinKind<Tip> = { name: 'tip' };

@Injectable()
export class TipBroadcast {
  constructor(
    private readonly broadcast: Broadcast,
    @Inject(Bulletins) private readonly bulletins: Pick<Bulletins, 'on' | 'post'>,
  ) {
    bulletins.on(TIP, (tip) => this.#send(tip));
  }

  given(tip: Tip): void {
    this.#send(tip);
    void this.bulletins.post(TIP, tip);
  }

  #send(tip: Tip): void {
    this.broadcast.reach('dealer').to(tableRoom('dealer', tip.table)).emit('tip:given', tip);
  }
}
