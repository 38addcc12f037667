/**
 * What is typed of an operator lies over how it stands. What nobody touched follows it, also where
 * a colleague changes it meanwhile, and is not sent.
 */
import type {
  OperatorAlteration,
  OperatorState,
} from '../../../../src/protocol/operator-changes.js';
import type { WebhookSettings } from '../../../../src/protocol/operator.js';
import { POLICY_RANGES } from '../../../../src/protocol/policy-ranges.js';

export type PolicyName = keyof typeof POLICY_RANGES;
export const POLICY_NAMES = Object.keys(POLICY_RANGES) as readonly PolicyName[];

export const FEEDS = ['movements', 'results', 'lobby'] as const;

interface OperatorFields {
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
}

export interface OperatorEdits extends Partial<Omit<OperatorFields, 'policy' | 'webhook'>> {
  readonly policy?: Partial<OperatorFields['policy']>;
  readonly webhook?: Partial<WebhookSettings>;
}

/** `of`: null where one is opened. */
export const operatorFields = (of: OperatorState | null, edits: OperatorEdits): OperatorFields => {
  const held = {
    name: of?.name ?? '',
    mode: of?.mode ?? 'transfer',
    currencies: of?.currencies.join(', ') ?? '',
    tables: of?.tables ?? null,
    callbackUrl: of?.callbackUrl ?? '',
    frameOrigins: of?.frameOrigins.join(', ') ?? '',
    takesTips: of?.policy.takesTips === true,
  };
  const policy = policyOf((name) =>
    String((of?.policy[name] ?? POLICY_RANGES[name].usual) / 1_000),
  );
  const webhook = of?.webhook ?? { url: '', feeds: [...FEEDS], isOn: true };
  return {
    ...held,
    ...edits,
    policy: { ...policy, ...edits.policy },
    webhook: { ...webhook, ...edits.webhook },
  };
};

/** How the operator stands once these fields are as typed. */
export const stateTyped = (of: OperatorState | null, fields: OperatorFields): OperatorState => {
  const { mode, tables } = fields;
  const times = policyOf((name) => Math.round(Number(fields.policy[name]) * 1_000));
  const webhook = { ...fields.webhook, url: fields.webhook.url.trim() };
  return {
    name: fields.name.trim(),
    mode,
    currencies: listOf(fields.currencies.toUpperCase()),
    tables: tables === null ? null : [...tables],
    callbackUrl: mode === 'transfer' ? null : fields.callbackUrl.trim(),
    frameOrigins: listOf(fields.frameOrigins),
    policy: mode === 'transfer' ? times : { ...times, takesTips: fields.takesTips },
    webhook: webhook.url === '' ? (of?.webhook ?? null) : webhook,
    isOff: of?.isOff ?? false,
  };
};

/** Only what differs. */
export const alterationOf = (before: OperatorState, after: OperatorState): OperatorAlteration => {
  const { callbackUrl, name, currencies, tables, frameOrigins } = after;
  const wallet = callbackUrl === null ? {} : { callbackUrl };
  const takesTips = before.policy.takesTips === true;
  const policy = differing({ ...before.policy, takesTips }, after.policy);
  const webhook = after.webhook === null ? {} : differing(before.webhook ?? {}, after.webhook);
  return {
    ...differing(before, { name, currencies, tables, frameOrigins, ...wallet }),
    ...(Object.keys(policy).length > 0 && { policy }),
    ...(Object.keys(webhook).length > 0 && { webhook }),
  };
};

const differing = <After extends object>(before: object, after: After): Partial<After> => {
  const held = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(held.get(name)),
  );
  return Object.fromEntries(changed) as Partial<After>;
};

/** As people write a list: by commas or spaces. */
const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((each) => each !== '');

const policyOf = <Of>(of: (name: PolicyName) => Of): Record<PolicyName, Of> =>
  Object.fromEntries(POLICY_NAMES.map((name) => [name, of(name)])) as Record<PolicyName, Of>;
