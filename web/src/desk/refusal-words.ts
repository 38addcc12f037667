/** The refusals that the desk has a sentence for: all that its commands can be answered with. */
import type { CommonRefusal, RefusalOf } from '../../../src/protocol/command.js';
import type { DESK_COMMANDS } from '../../../src/protocol/dealer.js';
import type { ApprovalRefusal } from '../../../src/protocol/refusals.js';
import english from '../i18n/en/desk.json';

type DeskCommands = typeof DESK_COMMANDS;
type DeskRefusal =
  | RefusalOf<DeskCommands[keyof DeskCommands]>
  | CommonRefusal
  | ApprovalRefusal
  | 'unknown_message'
  | 'no_answer'
  | 'box_not_here';

export const isKnownRefusal = (refusal: string): refusal is DeskRefusal =>
  Object.hasOwn(english.refusal, refusal);
