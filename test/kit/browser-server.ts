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

/**
 * Of several such lists Chromium takes the last one, so these are Playwright's own as well. The
 * rest of them is about Windows and about the pages of vendors.
 */
const FEATURES_OFF: readonly string[] = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  // Pages of one browser may speak by WebRTC without a network that knows their names.
  'WebRtcHideLocalIpsWithMdns',
  // A process that waits for the next page, in each context: most contexts have one page.
  'SpareRendererForSitePerProcess',
  // What looks at each page to translate it, or to describe it by a model.
  'Translate',
  'OptimizationGuideModelDownloading',
  'OptimizationGuideOnDeviceModel',
  'OnDeviceModelService',
];

/** No sandbox for root, no graphics card, no contact with the vendor. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${FEATURES_OFF.join(',')}`,
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
