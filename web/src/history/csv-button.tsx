/** Downloads a list as CSV. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type HttpFault, type Query, downloadHttp, faultOf } from '../studio/http.js';
import { FaultNote } from './fault-note.js';

interface Props {
  readonly path: string;
  readonly query: Query;
  /** What the file is called. */
  readonly name: string;
  readonly label: string;
  /** Where there is little room. */
  readonly short?: string;
}

export const CsvButton = ({ path, query, name, label, short }: Props) => {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<HttpFault>();
  const download = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await downloadHttp(path, query, name);
    } catch (error) {
      setFault(faultOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        data-csv={name}
        aria-label={label}
        onClick={() => void download()}
      >
        {isBusy ? t('menu.loading') : (short ?? label)}
      </button>
      {fault !== undefined && <FaultNote fault={fault} />}
    </>
  );
};
