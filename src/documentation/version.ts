/** The version that the descriptions name: that of package.json. */
export const VERSION = '0.1.0';
