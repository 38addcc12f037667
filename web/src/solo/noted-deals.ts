/** What this browser noted of each hand before its stakes, for the rooms and for the history. */
import { DealNotes } from '../../../src/client/deal-notes.js';
import { browserKeeps } from '../browser-keeps.js';

export const notedDeals = new DealNotes(browserKeeps);
