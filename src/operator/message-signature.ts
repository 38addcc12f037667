/**
 * Signatures of HTTP requests (RFC 9421), as far as operators need them: one signature a request,
 * by Ed25519 or by HMAC and SHA-256, of what the request does and of the digest of its body
 * (RFC 9530). The key says which of the two it is: a public key is never taken for a secret.
 */
import { type KeyObject, createHash, createHmac, sign, timingSafeEqual, verify } from 'node:crypto';
import { ALGORITHMS, type Algorithm } from '../protocol/algorithms.js';

/** A secret signs by HMAC, and a pair of keys by Ed25519. */
const algorithmOf = ({ type }: KeyObject): Algorithm =>
  type === 'secret' ? 'hmac-sha256' : 'ed25519';

/** What is signed of a request. Of an answer, its status and its headers alone. */
export interface SignedRequest {
  readonly method: string;
  /** As it was asked for: the path, and the query with its `?`. */
  readonly target: string;
  /** Lower-case names. `host` is among them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Of an answer. */
  readonly status?: number;
}

/** What Signature-Input says. */
interface SignatureInput {
  readonly label: string;
  /** What is signed, by name: `@method`, `content-digest`. */
  readonly components: readonly string[];
  /** The components and the parameters, as they stand there: a part of what is signed. */
  readonly text: string;
  readonly createdS: number;
  readonly kid: string;
  /** Undefined where none is named: the key says it. */
  readonly algorithm: Algorithm | undefined;
  /** Undefined where there is none. */
  readonly nonce: string | undefined;
}

const TOKEN = '[a-z*][a-z0-9_.*-]*';
const STRING = '"[ !#-\\[\\]-~]*"';
const MEMBER = new RegExp(
  `^(${TOKEN})=(\\((${STRING}(?: ${STRING})*)?\\)((?:;${TOKEN}=(?:${STRING}|\\d{1,15}))*))$`,
);
const PARAMETER = new RegExp(`;(${TOKEN})=(${STRING}|\\d{1,15})`, 'g');

const unquoted = (text: string): string => text.slice(1, -1);

/**
 * Of a Signature-Input with one signature in it. Undefined for several, for parameters that are
 * there twice, and for those that are not known: nobody is to think that `expires` was looked at.
 */
export const parseSignatureInput = (field: string): SignatureInput | undefined => {
  const [, label, text, components = '', parameters = ''] = MEMBER.exec(field.trim()) ?? [];
  if (label === undefined || text === undefined) return undefined;
  const names = [...components.matchAll(new RegExp(STRING, 'g'))].map(([each]) => unquoted(each));
  if (new Set(names).size !== names.length) return undefined;
  const given = [...parameters.matchAll(PARAMETER)].map(([, name, value]) => [name!, value!]);
  const { created, keyid, nonce, alg, ...others } = Object.fromEntries(given) as Readonly<
    Record<string, string>
  >;
  const isPlain = given.length === new Set(given.map(([name]) => name)).size;
  if (!isPlain || Object.keys(others).length > 0) return undefined;
  if (created === undefined || !/^\d/.test(created)) return undefined;
  if (keyid === undefined || !isQuoted(keyid)) return undefined;
  if (nonce !== undefined && !isQuoted(nonce)) return undefined;
  const algorithm = ALGORITHMS.find((each) => alg === `"${each}"`);
  if (alg !== undefined && algorithm === undefined) return undefined;
  return {
    label,
    components: names,
    text,
    createdS: Number(created),
    kid: unquoted(keyid),
    algorithm,
    nonce: nonce === undefined ? undefined : unquoted(nonce),
  };
};

const isQuoted = (text: string): boolean => text.startsWith('"');

/** The signature of that label. Undefined where the field has no other form than that. */
export const parseSignature = (field: string, label: string): Buffer | undefined => {
  const [, name, base64] = /^([^=]+)=:([A-Za-z0-9+/]+={0,2}):$/.exec(field.trim()) ?? [];
  return name === label && base64 !== undefined ? Buffer.from(base64, 'base64') : undefined;
};

/** Undefined for a component that the request does not have, or that is not known here. */
const valueOf = (request: SignedRequest, component: string): string | undefined => {
  const mark = request.target.indexOf('?');
  const path = mark === -1 ? request.target : request.target.slice(0, mark);
  switch (component) {
    case '@method':
      return request.method;
    case '@authority':
      return fieldOf(request, 'host')?.toLowerCase();
    case '@path':
      return path === '' ? '/' : path;
    case '@status':
      return request.status?.toString();
    case '@query':
      return mark === -1 ? '?' : request.target.slice(mark);
    default:
      return component.startsWith('@') ? undefined : fieldOf(request, component);
  }
};

const fieldOf = ({ headers }: SignedRequest, name: string): string | undefined => {
  const value = headers[name];
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value.trim() : value.map((each) => each.trim()).join(', ');
};

/** The text that is signed. Undefined where a component is not there. */
export const signatureBase = (
  request: SignedRequest,
  { components, text }: Pick<SignatureInput, 'components' | 'text'>,
): string | undefined => {
  const lines: string[] = [];
  for (const component of components) {
    const value = valueOf(request, component);
    if (value === undefined) return undefined;
    lines.push(`"${component}": ${value}`);
  }
  return [...lines, `"@signature-params": ${text}`].join('\n');
};

/** The components of a text that was signed, by name. */
export const signedParts = (base: string): ReadonlyMap<string, string> =>
  new Map(
    base.split('\n').map((line) => {
      const [, name = '', value = ''] = /^"([^"]+)": (.*)$/.exec(line) ?? [];
      return [name, value] as const;
    }),
  );

/** Whether a signature that names this algorithm, or none, may be by the key. */
export const mayBeBy = (
  key: KeyObject,
  { algorithm }: Pick<SignatureInput, 'algorithm'>,
): boolean => algorithm === undefined || algorithm === algorithmOf(key);

export const isSignedBy = (key: KeyObject, base: string, signature: Buffer): boolean => {
  if (key.type !== 'secret') return verify(null, Buffer.from(base), key, signature);
  const due = createHmac('sha256', key).update(base).digest();
  return signature.length === due.length && timingSafeEqual(signature, due);
};

const signatureBy = (key: KeyObject, base: string): Buffer =>
  key.type === 'secret'
    ? createHmac('sha256', key).update(base).digest()
    : sign(null, Buffer.from(base), key);

/** The value of Content-Digest for a body. */
export const contentDigest = (body: Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

/** Whether a Content-Digest holds a digest that is known here, and all such are the body's. */
export const isDigestOf = (field: string, body: Uint8Array): boolean => {
  const digests = [...field.matchAll(/(?:^|,\s*)(sha-256|sha-512)=:([^:]*):/g)];
  return (
    digests.length > 0 &&
    digests.every(
      ([, name, digest]) =>
        createHash(name!.replace('-', '')).update(body).digest('base64') === digest,
    )
  );
};

/** What a request must have signed. With a body, `content-digest` besides. */
export const COVERED = ['@method', '@authority', '@path', '@query'] as const;

/** What the answer to a request of the studio's must have signed. */
export const ANSWER_COVERED = ['@status', 'content-digest'] as const;

interface Signing {
  readonly kid: string;
  /** A private key of Ed25519, or a secret. */
  readonly key: KeyObject;
  readonly createdS: number;
  readonly nonce: string;
}

/** The headers that sign a request with this body, for an operator's side of it. */
export const signatureHeaders = (
  request: SignedRequest,
  body: Uint8Array | undefined,
  { kid, key, createdS, nonce }: Signing,
  /** A component that is left out, so that somebody refuses it. */
  without?: string,
): Record<string, string> => {
  const digest = body && { 'content-digest': contentDigest(body) };
  const all = [...COVERED, ...(digest ? ['content-digest'] : [])];
  const components = all.filter((each) => each !== without);
  return signed(request, components, digest ?? {}, { kid, key, createdS, nonce });
};

/** The headers that sign the answer to a request, with this body. */
export const answerHeaders = (
  status: number,
  body: Uint8Array,
  signing: Signing,
): Record<string, string> => {
  const answer = { method: '', target: '', headers: {}, status };
  return signed(answer, ANSWER_COVERED, { 'content-digest': contentDigest(body) }, signing);
};

const signed = (
  request: SignedRequest,
  components: readonly string[],
  digest: Readonly<Record<string, string>>,
  { kid, key, createdS, nonce }: Signing,
): Record<string, string> => {
  const list = components.map((each) => `"${each}"`).join(' ');
  const text = `(${list});created=${createdS};keyid="${kid}";nonce="${nonce}"`;
  const headers = { ...request.headers, ...digest };
  const base = signatureBase({ ...request, headers }, { components, text })!;
  return {
    ...digest,
    'signature-input': `sabot=${text}`,
    signature: `sabot=:${signatureBy(key, base).toString('base64')}:`,
  };
};
