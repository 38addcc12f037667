/** The signatures of RFC 9421 against the RFC's own examples (appendix B), and against forgers. */
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
} from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type SignedRequest,
  contentDigest,
  isDigestOf,
  isSignedBy,
  mayBeBy,
  parseSignature,
  parseSignatureInput,
  signatureBase,
  signatureHeaders,
} from './message-signature.js';

/** The request of B.2. */
const BODY = Buffer.from('{"hello": "world"}');
const SHA_512 =
  'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:';
const REQUEST: SignedRequest = {
  method: 'POST',
  target: '/foo?param=Value&Pet=dog',
  headers: {
    host: 'example.com',
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'content-type': 'application/json',
    'content-digest': SHA_512,
    'content-length': '18',
  },
};
/** B.1.4. */
const KEY = createPublicKey({
  key: Buffer.from('MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=', 'base64'),
  format: 'der',
  type: 'spki',
});
const PRIVATE_KEY = createPrivateKey({
  key: Buffer.from('MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF', 'base64'),
  format: 'der',
  type: 'pkcs8',
});
const SECRET = createSecretKey(Buffer.alloc(32, 1));
/** B.2.6. */
const INPUT =
  'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
const SIGNATURE =
  'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:';

describe('the example of RFC 9421, B.2.6', () => {
  const input = parseSignatureInput(INPUT)!;

  it('makes the base that is printed there', () => {
    expect(signatureBase(REQUEST, input)).toBe(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@method": POST',
        '"@path": /foo',
        '"@authority": example.com',
        '"content-type": application/json',
        '"content-length": 18',
        '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
      ].join('\n'),
    );
  });

  it('is signed by its key', () => {
    const signature = parseSignature(SIGNATURE, input.label)!;
    expect(isSignedBy(KEY, signatureBase(REQUEST, input)!, signature)).toBe(true);
    const other = { ...REQUEST, method: 'GET' };
    expect(isSignedBy(KEY, signatureBase(other, input)!, signature)).toBe(false);
  });

  it('has the digest of its body', () => {
    expect(isDigestOf(SHA_512, BODY)).toBe(true);
    expect(isDigestOf(contentDigest(BODY), BODY)).toBe(true);
    expect(isDigestOf(`${contentDigest(BODY)}, ${SHA_512}`, BODY)).toBe(true);
    expect(isDigestOf(SHA_512, Buffer.from('{"hello": "earth"}'))).toBe(false);
    expect(isDigestOf(`${contentDigest(Buffer.from('x'))}, ${SHA_512}`, BODY)).toBe(false);
    expect(isDigestOf('md5=:1B2M2Y8AsgTpgAmY7PhCfg==:', BODY)).toBe(false);
  });
});

describe('the example of RFC 9421, B.2.5', () => {
  /** B.1.5. */
  const secret = createSecretKey(
    'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
    'base64',
  );
  const input = parseSignatureInput(
    'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
  )!;
  const base = signatureBase(REQUEST, input)!;

  it('is signed by its secret, and by no shorter code', () => {
    const signature = parseSignature(
      'sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:',
      input.label,
    )!;
    expect(isSignedBy(secret, base, signature)).toBe(true);
    expect(isSignedBy(createSecretKey(Buffer.alloc(64)), base, signature)).toBe(false);
    expect(isSignedBy(secret, `${base} `, signature)).toBe(false);
    expect(isSignedBy(secret, base, signature.subarray(0, 16))).toBe(false);
    expect(isSignedBy(secret, base, Buffer.alloc(0))).toBe(false);
  });
});

describe('an algorithm that is named', () => {
  it.each([
    ['none', '', true, true],
    ['ed25519', ';alg="ed25519"', true, false],
    ['hmac-sha256', ';alg="hmac-sha256"', false, true],
  ])('%s is that of the key', (_, alg, ofPair, ofSecret) => {
    const input = parseSignatureInput(`s=("@method");created=1;keyid="k"${alg}`)!;
    expect(mayBeBy(KEY, input)).toBe(ofPair);
    expect(mayBeBy(createSecretKey(Buffer.alloc(32)), input)).toBe(ofSecret);
  });
});

describe('Signature-Input', () => {
  it('is read', () => {
    expect(parseSignatureInput('s=("@method" "host");created=7;keyid="k";nonce="n"')).toEqual({
      label: 's',
      components: ['@method', 'host'],
      text: '("@method" "host");created=7;keyid="k";nonce="n"',
      createdS: 7,
      kid: 'k',
      nonce: 'n',
    });
  });

  it.each([
    ['nothing', ''],
    ['two signatures', 's=("a");created=1;keyid="k", t=("a");created=1;keyid="k"'],
    ['a component twice', 's=("a" "a");created=1;keyid="k"'],
    ['a component with a parameter', 's=("a";sf);created=1;keyid="k"'],
    ['a parameter twice', 's=("a");created=1;created=2;keyid="k"'],
    ['a parameter that is not known', 's=("a");created=1;keyid="k";expires=9'],
    ['a time in quotes', 's=("a");created="1";keyid="k"'],
    ['no time', 's=("a");keyid="k"'],
    ['no key', 's=("a");created=1'],
    ['another algorithm', 's=("a");created=1;keyid="k";alg="rsa-pss-sha512"'],
    ['a line of its own', 's=("a\n");created=1;keyid="k"'],
  ])('of %s is not taken', (_, field) => {
    expect(parseSignatureInput(field)).toBeUndefined();
  });
});

describe.each([
  ['key', PRIVATE_KEY, KEY],
  ['secret', SECRET, SECRET],
])('a request that is signed here by a %s', (_, by, shownBy) => {
  const signing = { kid: 'k', key: by, createdS: 7, nonce: 'n' };
  const signed = (body?: Uint8Array): SignedRequest => ({
    ...REQUEST,
    headers: { ...REQUEST.headers, ...signatureHeaders(REQUEST, body, signing) },
  });
  const isGood = (request: SignedRequest, key = shownBy): boolean => {
    const input = parseSignatureInput(String(request.headers['signature-input']))!;
    const signature = parseSignature(String(request.headers['signature']), input.label)!;
    const base = signatureBase(request, input);
    return base !== undefined && isSignedBy(key, base, signature);
  };

  it('is good, with a body and without', () => {
    expect([isGood(signed()), isGood(signed(BODY))]).toEqual([true, true]);
  });

  it.each<[string, Partial<SignedRequest>]>([
    ['method', { method: 'GET' }],
    ['path', { target: '/bar?param=Value&Pet=dog' }],
    ['query', { target: '/foo?param=Value&Pet=cat' }],
    ['host', { headers: { host: 'example.org' } }],
    ['digest', { headers: { 'content-digest': contentDigest(Buffer.from('x')) } }],
  ])('is not good with another %s', (_, change) => {
    const request = signed(BODY);
    const headers = { ...request.headers, ...change.headers };
    expect(isGood({ ...request, ...change, headers })).toBe(false);
  });

  it('is not good by another key', () => {
    expect(isGood(signed(BODY), generateKeyPairSync('ed25519').publicKey)).toBe(false);
    expect(isGood(signed(BODY), createSecretKey(Buffer.alloc(32, 2)))).toBe(false);
    // Whoever knows the public key could sign by it, were it taken for a secret.
    const der = KEY.export({ format: 'der', type: 'spki' });
    expect(isGood(signed(BODY), createSecretKey(der))).toBe(false);
  });
});
