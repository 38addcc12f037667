/**
 * A chart, drawn by uPlot into as much width as there is. What it shows is also said in words: a
 * drawing alone says nothing to a screen reader.
 */
import { useEffect, useRef } from 'react';
import UPlot, { type AlignedData, type Options } from 'uplot';
import 'uplot/dist/uPlot.min.css';
import styles from './chart.module.css';

const HEIGHT = 220;

interface Props {
  readonly name: string;
  readonly title: string;
  /** All of it in one sentence. */
  readonly said: string;
  readonly data: AlignedData;
  readonly options: Omit<Options, 'width' | 'height'>;
}

export const Chart = ({ name, title, said, data, options }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const chart = new UPlot(
      { ...options, width: element.clientWidth, height: HEIGHT },
      data,
      element,
    );
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [data, options]);
  return (
    <figure className={styles.chart} data-chart={name} data-points={data[0].length}>
      <figcaption>{title}</figcaption>
      <div ref={place} className={styles.drawing} role="img" aria-label={said} />
    </figure>
  );
};
