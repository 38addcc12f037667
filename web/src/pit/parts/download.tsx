/** Saves a file from the studio. */
import type { Query } from '../../studio/http.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { Fault } from './fault.js';
import { useAction } from './use-action.js';

interface Props {
  readonly path: string;
  readonly query?: Query;
  /** What the file is called. */
  readonly name: string;
  readonly label: string;
}

export const Download = ({ path, query = {}, name, label }: Props) => {
  const { t } = useWords();
  const { http } = usePit();
  const action = useAction();
  return (
    <>
      <button
        type="button"
        disabled={action.isBusy}
        data-download={name}
        onClick={() => void action.run(() => http.download(path, query, name))}
      >
        {action.isBusy ? t('reading') : label}
      </button>
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </>
  );
};
