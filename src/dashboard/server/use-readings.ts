import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../calls/call-error.ts';
import { text } from '../calls/calls.ts';
import { type Rates, ratesBetween } from './rates.ts';
import { type Reading, readingOf } from './reading.ts';

/** Milliseconds between readings. */
const period = 3_000;
/** Readings that are kept: a quarter of an hour. */
const most = 300;

export interface Readings {
  latest: Reading | undefined;
  /** The one with which the latest is compared in tables: some seconds before it. */
  earlier: Reading | undefined;
  rates: readonly Rates[];
  /** Readings beside the rates, one for each. */
  readings: readonly Reading[];
  problem: string;
}

const none: Readings = { latest: undefined, earlier: undefined, rates: [], readings: [], problem: '' };

/** Reads the metrics of the server every few seconds while they are shown. */
export function useReadings(): Readings {
  const [readings, setReadings] = useState(none);
  useEffect(() => {
    const end = new AbortController();
    const read = async (): Promise<void> => {
      try {
        const reading = readingOf(await text('cluster/metrics', { signal: end.signal }), Date.now());
        setReadings((before) => withReading(before, reading));
      } catch (error) {
        if (end.signal.aborted) return;
        setReadings((before) => ({ ...before, problem: messageOf(error) }));
      }
      if (!end.signal.aborted) timer = setTimeout(() => void read(), period);
    };
    let timer = setTimeout(() => void read(), 0);
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, []);
  return readings;
}

function withReading(before: Readings, reading: Reading): Readings {
  const { latest } = before;
  const rates = latest === undefined ? undefined : ratesBetween(latest, reading);
  const hasStarted = latest !== undefined && rates === undefined;
  const kept = hasStarted ? { rates: [], readings: [] } : before;
  return {
    latest: reading,
    earlier: hasStarted ? undefined : (before.readings.at(-10) ?? before.readings[0] ?? latest),
    rates: rates === undefined ? kept.rates : [...kept.rates, rates].slice(-most),
    readings: rates === undefined ? kept.readings : [...kept.readings, reading].slice(-most),
    problem: '',
  };
}
