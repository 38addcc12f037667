/**
 * Downloads under way. Each takes long, on connections that the sessions need too, so a player has
 * one at a time by each process.
 */
import { Injectable, type StreamableFile } from '@nestjs/common';
import { refusedWith } from '../access/http-access.refusals.js';

@Injectable()
export class Downloads {
  readonly #running = new Set<string>();

  /** Throws `too_many_messages` (429) while another download of the player is under way. */
  async begin(
    playerId: string,
    make: () => StreamableFile | Promise<StreamableFile>,
  ): Promise<StreamableFile> {
    if (this.#running.has(playerId)) throw refusedWith('too_many_messages');
    this.#running.add(playerId);
    try {
      const file = await make();
      file.getStream().once('close', () => this.#running.delete(playerId));
      return file;
    } catch (error) {
      this.#running.delete(playerId);
      throw error;
    }
  }
}
