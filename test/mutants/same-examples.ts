/** Properties are tried on the same examples in every run, and a failure is not shrunk. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1, endOnFailure: true });
