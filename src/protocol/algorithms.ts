/** How a key of an operator's signs, by its name in RFC 9421. */
export const ALGORITHMS = ['ed25519', 'hmac-sha256'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];
