/** Tabs as the keyboard knows them: the arrows go from one to the next. */
import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from '../../classes.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import styles from './tabs.module.css';

interface Props<Name extends string> {
  readonly label: string;
  readonly names: readonly Name[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  readonly nameOf: (name: Name) => string;
  /** Many, in a narrow column. */
  readonly isTight?: boolean;
  readonly children: ReactNode;
}

export const Tabs = <Name extends string>({
  label,
  names,
  chosen,
  onChoose,
  nameOf,
  isTight = false,
  children,
}: Props<Name>) => {
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    const next = names[(names.indexOf(chosen) + by + names.length) % names.length]!;
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div className={layout.stack}>
      <div
        className={classes(styles.tabs, isTight && styles.isTight)}
        role="tablist"
        aria-label={label}
        onKeyDown={step}
      >
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            data-tab={name}
            aria-selected={name === chosen}
            aria-controls="tab-panel"
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {nameOf(name)}
          </button>
        ))}
      </div>
      <div
        id="tab-panel"
        role="tabpanel"
        aria-labelledby={`tab-${chosen}`}
        className={box.sheetBox}
      >
        {children}
      </div>
    </div>
  );
};
