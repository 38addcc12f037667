/** The fields of a form, for components. */
import { useReducer } from 'react';
import { formStep } from './form.js';

export const useForm = <Typed extends object>(first: () => Typed) => {
  const [form, take] = useReducer(formStep<Typed>, undefined, () => ({
    typed: first(),
    isDone: false,
  }));
  return {
    ...form,
    type: (change: Partial<Typed>) => take({ kind: 'typed', change }),
    /** What was `sent` is done: the fields of `cleared` begin anew, but for those typed since. */
    done: (sent: Typed, cleared: Partial<Typed>) => take({ kind: 'done', sent, cleared }),
  };
};
