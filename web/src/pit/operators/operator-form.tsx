/** An operator that is opened, or altered: how it is and how it will be stand beside each other. */
import type { FormEvent } from 'react';
import type { KeptOperator, OperatorState } from '../../../../src/protocol/operator-changes.js';
import { useForm } from '../../use-form.js';
import { useRead } from '../parts/use-read.js';
import { WhyField } from '../parts/why-field.js';
import { usePit } from '../use-pit.js';
import { POLICY_RANGES } from '../../../../src/protocol/policy-ranges.js';
import { Changed, POLICY_NAMES, type PolicyName, changesOf } from './changed.js';
import { useOperatorWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './operators-page.module.css';

const FEEDS = ['movements', 'results', 'lobby'] as const;
type Feed = (typeof FEEDS)[number];
type WebhookSettings = NonNullable<OperatorState['webhook']>;

const MODES = ['transfer', 'session', 'seamless'] as const;

interface Typed {
  readonly id: string;
  readonly name: string;
  readonly mode: OperatorState['mode'];
  readonly currencies: string;
  /** Null: all. */
  readonly tables: readonly string[] | null;
  readonly callbackUrl: string;
  readonly frameOrigins: string;
  /** In seconds, as they are typed. */
  readonly policy: Readonly<Record<PolicyName, string>>;
  readonly takesTips: boolean;
  readonly webhook: WebhookSettings;
  readonly reason: string;
}

interface Props {
  /** Undefined: it is opened. */
  readonly of?: KeptOperator;
  readonly isBusy: boolean;
  readonly onAsk: (change: object, reason: string) => void;
}

/** As people write a list: by commas or spaces. */
const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((each) => each !== '');

const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code);

const policyOf = <Of,>(of: (name: PolicyName) => Of): Record<PolicyName, Of> =>
  Object.fromEntries(POLICY_NAMES.map((name) => [name, of(name)])) as Record<PolicyName, Of>;

const isInRange = (ms: number, { min, max }: { readonly min: number; readonly max: number }) =>
  ms >= min && ms <= max;

export const OperatorForm = ({ of, isBusy, onAsk }: Props) => {
  const { own } = useOperatorWords();
  const { reads } = usePit();
  const { latest: tables = [] } = useRead(reads.tables());
  const { typed, type } = useForm<Typed>(() => ({
    id: of?.id ?? '',
    name: of?.name ?? '',
    mode: of?.mode ?? 'transfer',
    currencies: of?.currencies.join(', ') ?? '',
    tables: of?.tables ?? null,
    callbackUrl: of?.callbackUrl ?? '',
    frameOrigins: of?.frameOrigins.join(', ') ?? '',
    policy: policyOf((name) => String((of?.policy[name] ?? POLICY_RANGES[name].usual) / 1_000)),
    takesTips: of?.policy.takesTips === true,
    webhook: of?.webhook ?? { url: '', feeds: [...FEEDS], isOn: true },
    reason: '',
  }));
  const { id, name, mode, reason } = typed;
  const currencies = listOf(typed.currencies.toUpperCase());
  const frameOrigins = listOf(typed.frameOrigins);
  const callbackUrl = mode === 'transfer' ? null : typed.callbackUrl.trim();
  const times = policyOf((name) => Math.round(Number(typed.policy[name]) * 1_000));
  const policy = mode === 'transfer' ? times : { ...times, takesTips: typed.takesTips };
  const webhook = { ...typed.webhook, url: typed.webhook.url.trim() };
  const after: OperatorState = {
    webhook: webhook.url === '' ? (of?.webhook ?? null) : webhook,
    ...{ name: name.trim(), mode, currencies, callbackUrl, frameOrigins, policy },
    ...{ tables: typed.tables === null ? null : [...typed.tables], isOff: of?.isOff ?? false },
  };
  const isWhole =
    /^[a-z][a-z0-9-]{1,31}$/.test(id) &&
    after.name !== '' &&
    currencies.length > 0 &&
    currencies.every(isCurrency) &&
    typed.tables?.length !== 0 &&
    callbackUrl !== '' &&
    webhook.feeds.length > 0 &&
    POLICY_NAMES.every((each) => isInRange(policy[each], POLICY_RANGES[each]));
  const before = of ?? null;
  const isChanged = changesOf({ before, after }).length > 0;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const { tables: seen, callbackUrl: callback } = after;
    const given = { name: after.name, currencies, frameOrigins, policy };
    const wallet = callback === null ? {} : { callbackUrl: callback };
    const change =
      of === undefined
        ? {
            kind: 'add',
            opening: { id, ...given, mode, ...wallet, ...(seen !== null && { tables: seen }) },
          }
        : {
            kind: 'alter',
            id,
            alteration: {
              ...{ ...given, ...wallet, tables: seen },
              ...(after.webhook !== null && { webhook: after.webhook }),
            },
          };
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
    type({ webhook: { ...typed.webhook, feeds } });
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
              onChange={({ target }) => type({ id: target.value })}
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
                  type({ policy: { ...typed.policy, [each]: target.value } })
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
              onChange={({ target }) => type({ webhook: { ...typed.webhook, url: target.value } })}
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
                type({ webhook: { ...typed.webhook, isOn: target.checked } })
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
            onChange={({ target }) =>
              type({ tables: target.checked ? null : tables.map(({ table }) => table) })
            }
          />
          <span>{own('operator.allTables')}</span>
        </label>
        {typed.tables !== null &&
          tables.map(({ table, name: of }) => (
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
      <WhyField of="operator" value={reason} onChange={(text) => type({ reason: text })} />
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
