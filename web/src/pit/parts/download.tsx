/** Hands over a file of the studio’s. */
import type { Query } from '../http.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { Fault } from './fault.js';
import { useDeed } from './use-deed.js';

interface Given {
  readonly path: string;
  readonly query?: Query;
  /** What the file is called. */
  readonly name: string;
  readonly label: string;
}

export const Download = ({ path, query = {}, name, label }: Given) => {
  const { t } = useWords();
  const { http } = usePit();
  const deed = useDeed();
  return (
    <>
      <button
        type="button"
        disabled={deed.isBusy}
        data-download={name}
        onClick={() => void deed.run(() => http.download(path, query, name))}
      >
        {deed.isBusy ? t('reading') : label}
      </button>
      {deed.fault !== undefined && <Fault fault={deed.fault} />}
    </>
  );
};
