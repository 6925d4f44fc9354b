import { Gauge, type Registry } from 'prom-client';
import type { GateReading } from '../../api/gates/feature-gates.ts';

/** Stages as monitoring clients know them: GA has none. */
const stages = { alpha: 'ALPHA', beta: 'BETA', ga: '', deprecated: 'DEPRECATED' };

/** The feature gates as labels, 1 where one is on. They stay as they are from the start on. */
export function registerFeatures(registry: Registry, product: string, gates: Iterable<GateReading>): void {
  const gauge = new Gauge({
    name: `${product}_feature_enabled`,
    help: 'Whether a feature gate is on.',
    labelNames: ['name', 'stage'],
    registers: [registry],
  });
  for (const { name, stage, isOn } of gates) gauge.set({ name, stage: stages[stage] }, isOn ? 1 : 0);
}
