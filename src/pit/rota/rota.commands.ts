/** What a dealer asks at the desk of the rota. */
import { Injectable } from '@nestjs/common';
import type { Handlers } from '../../access/socket-commands.js';
import type { ROTA_STAFF_COMMANDS } from '../../protocol/rota.js';
import { DealersRota } from './rota.service.js';

@Injectable()
export class RotaCommands {
  constructor(private readonly rota: DealersRota) {}

  readonly handlers: Handlers<typeof ROTA_STAFF_COMMANDS> = {
    'rota:own': async (_, { caller }) => ({
      ok: true,
      stints: await this.rota.readOwn(caller.id),
    }),
  };
}
