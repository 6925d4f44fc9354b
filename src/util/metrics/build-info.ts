import { Gauge, type Registry } from 'prom-client';

/** The version of the program, as the labels of a metric that is always 1. `version`: the document of /version. */
export function registerBuildInfo(registry: Registry, product: string, version: object): void {
  const labels = Object.fromEntries(
    Object.entries(version).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      String(value),
    ]),
  );
  const labelNames = Object.keys(labels);
  const help = 'Always 1; what runs, in its labels.';
  new Gauge({ name: `${product}_build_info`, help, labelNames, registers: [registry] }).set(labels, 1);
}
