/**
 * One Chromium for a whole run of the browser tests: each test file connects to it and opens
 * contexts of its own.
 */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where test files connect to or, where there is no Chromium, why not. */
    readonly browser: { readonly endpoint: string } | { readonly trouble: string };
  }
}

/** No sandbox for root, no graphics card, no contact with the vendor. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one browser may speak by WebRTC without a network that knows their names.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
  // A camera that is made up, and that every page may use.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** Needs CHROMIUM_PATH, which `npm test` sets. */
export default async ({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const { CHROMIUM_PATH: executablePath, CHROMIUM_TROUBLE: trouble } = process.env;
  if (executablePath === undefined) {
    const why = trouble ?? 'CHROMIUM_PATH is not set: run the tests by `npm test`';
    provide('browser', { trouble: why });
    return undefined;
  }
  const server = await chromium.launchServer({ executablePath, args: FLAGS });
  provide('browser', { endpoint: server.wsEndpoint() });
  return () => server.close();
};
