/** What the operator's wallet has the player read. The studio says when there is something. */
import { useCallback, useEffect, useState } from 'react';
import type { OwnNotices, WalletNotice } from '../../../src/protocol/wallet-notice.js';
import { readHttp } from '../studio/http.js';
import { useAccount, useStudio } from '../studio/use-studio.js';
import { followNotices } from './follow-notices.js';

const read = () => readHttp<OwnNotices>('me/notices');

/** The oldest that is not answered, and what to call with what is left once it is. */
export const useNotices = () => {
  const { connection } = useStudio().client;
  const isOpen = useAccount(({ session }) => session?.open);
  const [notices, setNotices] = useState<readonly WalletNotice[]>([]);
  const show = useCallback((own: OwnNotices) => setNotices(own.notices), []);
  useEffect(() => {
    if (isOpen === undefined) return undefined;
    return followNotices(connection, read, show);
  }, [connection, isOpen, show]);
  return [notices[0], show] as const;
};
