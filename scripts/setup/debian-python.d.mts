/** What tests written in TypeScript may use of debian-python.mjs. */

export type Python =
  | {
      readonly file: string;
      readonly env: Readonly<Record<string, string>>;
      readonly trouble?: never;
    }
  | { readonly trouble: string };

export function findPython(options?: { folder?: string; signal?: AbortSignal }): Promise<Python>;
