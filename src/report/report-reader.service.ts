/**
 * Long reports for the pit. Each takes connections and time that the tables need too, so a person
 * has one at a time.
 */
import { Injectable } from '@nestjs/common';
import { refusedWith } from '../access/http-access.refusals.js';

@Injectable()
export class ReportReader {
  readonly #reading = new Set<string>();

  /** Throws `too_many_messages` (429) while another report of this person is under way. */
  async read<T>(staffId: string, make: () => Promise<T>): Promise<T> {
    if (this.#reading.has(staffId)) throw refusedWith('too_many_messages');
    this.#reading.add(staffId);
    try {
      return await make();
    } finally {
      this.#reading.delete(staffId);
    }
  }
}
