/** What the operator's wallet has the player read. The studio says when there is something. */
import { useCallback, useEffect, useState } from 'react';
import type { OwnNotices, WalletNotice } from '../../../src/protocol/wallet-notice.js';
import { readHttp } from '../studio/http.js';
import { useAccount, useStudio } from '../studio/use-studio.js';

/** The oldest that is not answered, and what to call with what is left once it is. */
export const useNotices = () => {
  const { connection } = useStudio().client;
  const isOpen = useAccount(({ session }) => session?.open);
  const [notices, setNotices] = useState<readonly WalletNotice[]>([]);
  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      const own = await readHttp<OwnNotices>('me/notices').catch(() => undefined);
      if (!isOver && own !== undefined) setNotices(own.notices);
    };
    if (isOpen !== undefined) void ask();
    const stop = connection.on('session:notice', () => void ask());
    return () => {
      isOver = true;
      stop();
    };
  }, [connection, isOpen]);
  return [notices[0], useCallback((left: OwnNotices) => setNotices(left.notices), [])] as const;
};
