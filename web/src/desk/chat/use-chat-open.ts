/**
 * Whether the chat is open. It closes by itself as soon as there is something to deal: the next
 * action comes first, and what was being written is kept.
 */
import { useEffect, useState } from 'react';
import type { Step } from '../step.js';
import { useDesk } from '../use-desk.js';
import { useStep } from '../use-step.js';

/** The dealer has nothing to do in these but to wait. */
const WAITING: ReadonlySet<string> = new Set<Step['name']>([
  'WAIT_FOR_CLOSE',
  'LAST_BETS',
  'WAIT_FOR_WALLETS',
  'WAIT_FOR_MANAGER',
]);

export const useChatOpen = (): readonly [boolean, (isOpen: boolean) => void] => {
  const { chat } = useDesk();
  const step = useStep()?.name ?? '';
  const [isOpen, setOpen] = useState(false);
  const [seen, setSeen] = useState(step);
  if (seen !== step) {
    setSeen(step);
    if (!WAITING.has(step)) setOpen(false);
  }
  useEffect(() => {
    chat.talk.watch(isOpen);
    return () => chat.talk.watch(false);
  }, [chat, isOpen]);
  return [isOpen, setOpen];
};
