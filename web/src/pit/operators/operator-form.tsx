/** An operator that is opened, or altered: how it is and how it will be stand beside each other. */
import type { FormEvent } from 'react';
import type { KeptOperator } from '../../../../src/protocol/operator-changes.js';
import { useForm } from '../../use-form.js';
import { useRead } from '../parts/use-read.js';
import { WhyField } from '../parts/why-field.js';
import { usePit } from '../use-pit.js';
import { POLICY_RANGES } from '../../../../src/protocol/policy-ranges.js';
import { Changed, changesOf } from './changed.js';
import {
  FEEDS,
  type OperatorEdits,
  POLICY_NAMES,
  alterationOf,
  operatorFields,
  stateTyped,
} from './operator-edits.js';
import { useOperatorWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './operators-page.module.css';

type Feed = (typeof FEEDS)[number];

const MODES = ['transfer', 'session', 'seamless'] as const;

interface Typed {
  readonly id: string;
  readonly reason: string;
  readonly edits: OperatorEdits;
}

interface Props {
  /** Undefined: it is opened. */
  readonly of?: KeptOperator;
  readonly isBusy: boolean;
  readonly onAsk: (change: object, reason: string) => void;
}

const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code);

const isInRange = (ms: number, { min, max }: { readonly min: number; readonly max: number }) =>
  ms >= min && ms <= max;

export const OperatorForm = ({ of, isBusy, onAsk }: Props) => {
  const { own } = useOperatorWords();
  const { reads } = usePit();
  const { latest: tables } = useRead(reads.tables());
  const form = useForm<Typed>(() => ({ id: of?.id ?? '', reason: '', edits: {} }));
  const { id, reason, edits } = form.typed;
  const before = of ?? null;
  const typed = operatorFields(before, edits);
  const type = (change: OperatorEdits) => form.type({ edits: { ...edits, ...change } });
  const { name, mode } = typed;
  const after = stateTyped(before, typed);
  const { currencies, callbackUrl, frameOrigins, policy } = after;
  const isWhole =
    /^[a-z][a-z0-9-]{1,31}$/.test(id) &&
    after.name !== '' &&
    currencies.length > 0 &&
    currencies.every(isCurrency) &&
    typed.tables?.length !== 0 &&
    callbackUrl !== '' &&
    typed.webhook.feeds.length > 0 &&
    POLICY_NAMES.every((each) => isInRange(policy[each], POLICY_RANGES[each]));
  const isChanged = changesOf({ before, after }).length > 0;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const wallet = callbackUrl === null ? {} : { callbackUrl };
    const seen = after.tables === null ? {} : { tables: after.tables };
    const given = { name: after.name, currencies, frameOrigins, policy };
    const change =
      of === undefined
        ? { kind: 'add', opening: { id, ...given, mode, ...wallet, ...seen } }
        : { kind: 'alter', id, alteration: alterationOf(of, after) };
    onAsk(change, reason.trim());
  };
  const sees = (table: string, isSeen: boolean) => {
    const others = (typed.tables ?? []).filter((each) => each !== table);
    type({ tables: isSeen ? [...others, table].toSorted() : others });
  };
  const pushes = (feed: Feed, isPushed: boolean) => {
    const feeds = FEEDS.filter((each) =>
      each === feed ? isPushed : typed.webhook.feeds.includes(each),
    );
    type({ webhook: { ...edits.webhook, feeds } });
  };
  return (
    <form className={layout.stack} data-part="operator-form" onSubmit={ask}>
      <div className={layout.row}>
        {of === undefined && (
          <label>
            <span>{own('operator.id')}</span>
            <input
              name="id"
              required
              maxLength={32}
              autoComplete="off"
              pattern="[a-z][a-z0-9\-]{1,31}"
              title={own('operator.idSaid')}
              value={id}
              onChange={({ target }) => form.type({ id: target.value })}
            />
          </label>
        )}
        <label>
          <span>{own('operator.of.name')}</span>
          <input
            name="name"
            required
            maxLength={64}
            autoComplete="off"
            value={name}
            onChange={({ target }) => type({ name: target.value })}
          />
        </label>
        <label>
          <span>{own('operator.of.currencies')}</span>
          <input
            name="currencies"
            required
            autoComplete="off"
            placeholder="EUR, CHF"
            value={typed.currencies}
            onChange={({ target }) => type({ currencies: target.value })}
          />
        </label>
        {of === undefined && (
          <label>
            <span>{own('operator.of.mode')}</span>
            <select
              name="mode"
              value={mode}
              onChange={({ target }) =>
                type({ mode: MODES.find((each) => each === target.value) ?? mode })
              }
            >
              {MODES.map((each) => (
                <option key={each} value={each}>
                  {own(`operator.mode.${each}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {of === undefined && <p className={tones.dim}>{own('operator.modeSaid')}</p>}
      <div className={layout.row}>
        {mode !== 'transfer' && (
          <label>
            <span>{own('operator.of.callbackUrl')}</span>
            <input
              name="callback"
              type="url"
              required
              maxLength={2_048}
              className={styles.url}
              autoComplete="off"
              placeholder="https://wallet.example/sabot"
              value={typed.callbackUrl}
              onChange={({ target }) => type({ callbackUrl: target.value })}
            />
          </label>
        )}
        <label>
          <span>{own('operator.of.frameOrigins')}</span>
          <input
            name="origins"
            className={styles.url}
            autoComplete="off"
            placeholder="https://acme.example"
            value={typed.frameOrigins}
            onChange={({ target }) => type({ frameOrigins: target.value })}
          />
        </label>
      </div>
      {mode !== 'transfer' && (
        <fieldset className={styles.tables} data-part="operator-policy">
          <legend>{own('operator.policy')}</legend>
          {POLICY_NAMES.map((each) => (
            <label key={each} className={layout.inline}>
              <span>{own(`operator.of.${each}`)}</span>
              <input
                name={each}
                type="number"
                required
                step="any"
                min={POLICY_RANGES[each].min / 1_000}
                max={POLICY_RANGES[each].max / 1_000}
                value={typed.policy[each]}
                onChange={({ target }) =>
                  type({ policy: { ...edits.policy, [each]: target.value } })
                }
              />
            </label>
          ))}
          <label className={layout.inline}>
            <input
              type="checkbox"
              name="takesTips"
              checked={typed.takesTips}
              onChange={({ target }) => type({ takesTips: target.checked })}
            />
            <span>{own('operator.of.takesTips')}</span>
          </label>
        </fieldset>
      )}
      {of !== undefined && (
        <fieldset className={styles.tables} data-part="operator-webhook">
          <legend>{own('operator.webhook.feeds')}</legend>
          <label>
            <span>{own('operator.webhook.url')}</span>
            <input
              name="webhook"
              type="url"
              maxLength={2_048}
              className={styles.url}
              autoComplete="off"
              placeholder="https://acme.example/sabot"
              value={typed.webhook.url}
              onChange={({ target }) => type({ webhook: { ...edits.webhook, url: target.value } })}
            />
          </label>
          {FEEDS.map((feed) => (
            <label key={feed} className={layout.inline}>
              <input
                type="checkbox"
                name={`pushes-${feed}`}
                checked={typed.webhook.feeds.includes(feed)}
                onChange={({ target }) => pushes(feed, target.checked)}
              />
              <span>{own(`operator.webhook.feed.${feed}`)}</span>
            </label>
          ))}
          <label className={layout.inline}>
            <input
              type="checkbox"
              name="webhook-on"
              checked={typed.webhook.isOn}
              onChange={({ target }) =>
                type({ webhook: { ...edits.webhook, isOn: target.checked } })
              }
            />
            <span>{own('operator.webhook.on')}</span>
          </label>
          <p className={tones.dim}>{own('operator.webhook.said')}</p>
        </fieldset>
      )}
      <fieldset className={styles.tables} data-part="operator-tables">
        <legend>{own('operator.of.tables')}</legend>
        <label className={layout.inline}>
          <input
            type="checkbox"
            name="all"
            checked={typed.tables === null}
            disabled={tables === undefined}
            onChange={({ target }) =>
              type({ tables: target.checked ? null : tables!.map(({ table }) => table) })
            }
          />
          <span>{own('operator.allTables')}</span>
        </label>
        {typed.tables !== null &&
          tables?.map(({ table, name: of }) => (
            <label key={table} className={layout.inline}>
              <input
                type="checkbox"
                name={`sees-${table}`}
                checked={typed.tables?.includes(table) === true}
                onChange={({ target }) => sees(table, target.checked)}
              />
              <span>
                {of} ({table})
              </span>
            </label>
          ))}
      </fieldset>
      {isWhole && isChanged && of !== undefined && <Changed before={before} after={after} />}
      <WhyField of="operator" value={reason} onChange={(text) => form.type({ reason: text })} />
      <div className={layout.row}>
        <button
          type="submit"
          className={buttons.primary}
          data-sure="operator"
          disabled={!isWhole || !isChanged || reason.trim() === '' || isBusy}
        >
          {own('operator.ask')}
        </button>
      </div>
    </form>
  );
};
