/** The steps of a hand: what was asked, what it moved, and its place in the log. */
import type { HandReport } from '../../../../src/protocol/solo-report.js';
import { useReportWords } from './words.js';
import box from '../look/box.module.css';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';

const KINDS = ['deal', 'draw', 'card', 'stand', 'double', 'split', 'insure', 'abandon'] as const;

export const HandSteps = ({ hand: { steps, currency } }: { readonly hand: HandReport }) => {
  const { own, money, timecode } = useReportWords();
  const asked = (kind: unknown): string => {
    const known = KINDS.find((each) => each === kind);
    return known === undefined ? String(kind) : own(`solo.steps.kind.${known}`);
  };
  return (
    <section className={box.sheetBox} aria-labelledby="steps-title">
      <h2 id="steps-title">{own('solo.steps.title')}</h2>
      <div className={figures.figuresBox} tabIndex={0} role="group" aria-labelledby="steps-title">
        <table className={figures.figures}>
          <thead>
            <tr>
              {(['at', 'command'] as const).map((column) => (
                <th key={column} scope="col">
                  {own(`solo.steps.${column}`)}
                </th>
              ))}
              {(['taken', 'paid', 'balance'] as const).map((column) => (
                <th key={column} scope="col" className={figures.number}>
                  {own(`solo.steps.${column}`)}
                </th>
              ))}
              <th scope="col">{own('solo.steps.chain')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ id, atMs, command, taken, paid, balance, chain, seq }) => (
              <tr key={id} data-step={id}>
                <td className={tones.nowrap}>{timecode(atMs)}</td>
                <td>{asked(command['kind'])}</td>
                <td className={figures.number}>{money(taken, currency)}</td>
                <td className={figures.number}>{money(paid, currency)}</td>
                <td className={figures.number}>{money(balance, currency)}</td>
                <td data-chain={chain} data-seq={seq}>
                  {chain} · {seq}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};
