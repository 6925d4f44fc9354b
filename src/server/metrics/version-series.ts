import { Gauge, type Registry } from 'prom-client';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';

/** The release that is served, and the oldest one that parts of the cluster may be of, as labels. */
export function registerVersions(
  registry: Registry,
  { release, minCompatibility }: Pick<FeatureGates, 'release' | 'minCompatibility'>,
): void {
  const gauge = new Gauge({
    name: 'version_info',
    help: 'Always 1; the releases that the server is like, in its labels.',
    labelNames: ['component', 'binary', 'emulation', 'min_compat'],
    registers: [registry],
  });
  gauge.set({ component: 'kube', binary: release, emulation: release, min_compat: minCompatibility }, 1);
}
