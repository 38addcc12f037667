/** Currencies: which are in use, and how many decimals the minor unit of each has. */

/** ISO 4217 knows no coins of the net. Their minor units are as wallets keep them. */
const OF_THE_NET: ReadonlyMap<string, number> = new Map([
  ['BTC', 8],
  ['LTC', 8],
  ['ETH', 8],
]);

/** What ISO 4217 has for no currency at all: money that is made up. */
const NONE = 'XXX';

/**
 * The currencies of countries that ISO 4217 lists, without those that were withdrawn, and without
 * its codes for funds, metals and tests. Intl’s list has some of those, and others in each Node.
 */
const OF_COUNTRIES = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ
GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP
LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR
PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC
SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF
XPF YER ZAR ZMW ZWG`;

const IN_USE: ReadonlySet<string> = new Set([
  ...OF_COUNTRIES.trim().split(/\s/),
  ...OF_THE_NET.keys(),
  NONE,
]);

/** Whether money of it may be new here. What was of another before stays so. */
export const isCurrency = (code: string): boolean => IN_USE.has(code);

const codes = (all: string, decimals: number): [string, number][] =>
  all.split(' ').map((code) => [code, decimals]);

/** By ISO 4217, where it is not two. Those of Intl are other ones in each Node and each browser. */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...OF_THE_NET,
  ...codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...codes('BHD IQD JOD KWD LYD OMR TND', 3),
  ...codes('CLF UYW', 4),
]);

/** 2 for EUR, 0 for JPY, 3 for KWD, 8 for BTC; 2 for a currency that nobody knows. */
export const exponentOf = (currency: string): number => DECIMALS.get(currency) ?? 2;
