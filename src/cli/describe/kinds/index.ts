import type { Describer } from '../describer.ts';

/** Loads the describer of a kind that has one; each takes objects of its own kind. */
// biome-ignore lint/suspicious/noExplicitAny: the key of the map says of which kind the object is
type Load = () => Promise<Describer<any>>;

/** By group and kind. */
export const describers: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['/ConfigMap', async () => (await import('./config-map.ts')).configMap],
  ['/Namespace', async () => (await import('./namespace.ts')).namespace],
  ['/Node', async () => (await import('./node.ts')).node],
  ['/Pod', async () => (await import('./pod.ts')).pod],
  ['/Secret', async () => (await import('./secret.ts')).secret],
  ['/Service', async () => (await import('./service.ts')).service],
  ['/ServiceAccount', async () => (await import('./service-account.ts')).serviceAccount],
  ['apps/Deployment', async () => (await import('./deployment.ts')).deployment],
]);
