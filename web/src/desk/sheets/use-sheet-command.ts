/**
 * A command of a sheet. The sheet stays open until it has its answer, so that no command is lost.
 */
import { useEffect, useRef, useState } from 'react';
import type { Desk } from '../desk.js';
import { useDesk } from '../use-desk.js';

interface SheetCommand {
  readonly give: Desk['do'];
  /** The last try was not answered, or could not be sent. It is to be tried again. */
  readonly isUnanswered: boolean;
}

export const useSheetCommand = (onClose: () => void): SheetCommand => {
  const desk = useDesk();
  const [isUnanswered, setUnanswered] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const give: Desk['do'] = async (name, request) => {
    const reply = await desk.do(name, request);
    if (!isOpen.current) return reply;
    if (reply === undefined) setUnanswered(true);
    else onClose();
    return reply;
  };
  return { give, isUnanswered };
};
