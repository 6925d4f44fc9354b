/**
 * A program that follows ConfigMaps with an informer and adds up what it tells. For each line of input it prints a line of
 * JSON: how many objects the changes add up to, a digest of their versions, and how many changes there were.
 *
 *     informer.ts KUBECONFIG            our own informers
 *     informer.ts KUBECONFIG LIBRARY    those of @kubernetes/client-node, which is LIBRARY
 */
import { createInterface } from 'node:readline';
import { ApiClient } from '../../../src/client/api/api-client.ts';
import { HttpWire } from '../../../src/client/api/http-wire.ts';
import { Informers } from '../../../src/client/informer/informers.ts';
import { Kubeconfig } from '../../../src/client/kubeconfig.ts';
import { systemPause } from '../../../src/client/retry.ts';
import { monotonicClock, systemClock } from '../../../src/util/clock.ts';
import { systemRandom } from '../../../src/util/random.ts';
import { digestOf } from './versions.ts';

const [kubeconfig = '', library] = process.argv.slice(2);
const versions = new Map<string, string>();
let changes = 0;

function change(key: string, version: string | undefined): void {
  changes++;
  if (version === undefined) versions.delete(key);
  else versions.set(key, version);
}

function follow(): void {
  const { cluster, user } = Kubeconfig.read(kubeconfig, systemClock).current();
  const wire = new HttpWire({ ...cluster, identity: user.identity });
  const shared = { random: systemRandom, pause: systemPause };
  const informers = new Informers({
    ...shared,
    client: new ApiClient({ ...shared, wire, userAgent: 'informer' }),
    isPartial: false,
    isStreamed: true,
    clock: monotonicClock,
    typeOf: (type) => ({ ...type, version: 'v1' }),
    warn: () => {},
  });
  informers.lister({ group: '', resource: 'configmaps' }).observe(({ namespace, name, after }) => {
    change(`${namespace}/${name}`, after()?.metadata.resourceVersion);
  });
  informers.start();
}

async function followWithLibrary(path: string): Promise<void> {
  const { KubeConfig, CoreV1Api, makeInformer } = await import(path);
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  const core = config.makeApiClient(CoreV1Api);
  const list = () => core.listConfigMapForAllNamespaces();
  const informer = makeInformer(config, '/api/v1/configmaps', list);
  const keyOf = ({ metadata }: any): string => `${metadata.namespace}/${metadata.name}`;
  for (const type of ['add', 'update'])
    informer.on(type, (object: any) => change(keyOf(object), object.metadata.resourceVersion));
  informer.on('delete', (object: any) => change(keyOf(object), undefined));
  // As its own examples do: after an error it is started again.
  const start = (): void => void informer.start().catch(() => setTimeout(start, 1000));
  informer.on('error', () => setTimeout(start, 1000));
  start();
}

if (library === undefined) follow();
else await followWithLibrary(library);
createInterface({ input: process.stdin }).on('line', () => {
  console.log(JSON.stringify({ count: versions.size, digest: digestOf(versions), changes }));
});
