import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { timeRange } from './time-range.ts';

export interface Line {
  label: string;
  /** A name of a colour in the style sheet: `accent`. */
  colour: 'accent' | 'bad' | 'waiting';
  values: readonly (number | undefined)[];
}

interface PlotProps {
  title: string;
  /** Milliseconds since 1970. */
  times: readonly number[];
  lines: readonly Line[];
  format: (value: number) => string;
}

const height = 150;

/** Values over time. Their latest ones are text as well. */
export function Plot({ title, times, lines, format }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  useEffect(() => {
    const element = place.current!;
    const made = new uPlot(optionsOf(element, lines, format), [[], ...lines.map(() => [])], element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => {
    plot.current?.setData([
      times.map((time) => time / 1_000),
      ...lines.map(({ values }) => values.map((value) => value ?? null)),
    ]);
  }, [times]);
  const latest = lines.map(({ label, values }) => `${label} ${latestOf(values, format)}`).join(', ');
  return (
    <figure class="plot">
      <figcaption>
        <strong>{title}</strong> <span>{latest}</span>
      </figcaption>
      <div ref={place} role="img" aria-label={`${title}: ${latest}`} />
    </figure>
  );
}

const latestOf = (values: Line['values'], format: (value: number) => string): string => {
  const value = values.at(-1);
  return value === undefined ? '–' : format(value);
};

function optionsOf(
  element: HTMLElement,
  lines: readonly Line[],
  format: (value: number) => string,
): uPlot.Options {
  const colour = (name: string): string => getComputedStyle(element).getPropertyValue(`--${name}-shown`);
  const axis = {
    stroke: () => colour('quiet'),
    grid: { stroke: () => colour('line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  return {
    width: element.clientWidth || 300,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: ({ data: [seconds] }) => timeRange(seconds, Date.now() / 1_000) },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.15 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 26,
        space: 70,
        values: (_, times) => times.map((time) => new Date(time * 1_000).toLocaleTimeString('en-GB')),
      },
      { ...axis, size: 70, space: 32, values: (_, values) => values.map(format) },
    ],
    series: [
      {},
      ...lines.map(({ label, colour: name }) => ({
        label,
        stroke: () => colour(name),
        width: 2,
        points: { show: false },
      })),
    ],
  };
}
