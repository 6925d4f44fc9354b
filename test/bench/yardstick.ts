import { pod, podStatus } from './pods.ts';
import { median } from './statistics.ts';

const text = JSON.stringify({ ...pod(1), status: podStatus(1) });
const rounds = 5;
const runs = 200;

/** What reading a JSON text of 3 KB takes here and now, in microseconds: the speed of the machine at such work. */
export function yardstick(): number {
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    for (let run = 0; run < runs; run++) JSON.parse(text);
    return ((performance.now() - began) / runs) * 1_000;
  });
  return median(times);
}
