/** Properties are tried on the same few examples in every run, and a failure is not shrunk. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1, numRuns: 25, endOnFailure: true });
