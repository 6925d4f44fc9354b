/** Every release that can be served, with an old and a new kubectl and manifests of real projects. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isReleasedBy } from '../../src/api/meta/release.ts';
import { definitionsPath, established } from '../support/custom-resources.ts';
import { kubectls } from '../support/kubectls.ts';
import { areThere, manifests } from '../support/manifests.ts';
import { resourcesOf } from '../support/resources.ts';
import { TestServer } from '../support/server.ts';

const run = promisify(execFile);
const minute = 60_000;
const releases = Array.from({ length: 18 }, (_, index) => `1.${19 + index}`);

/** What is served by default until a release drops it: that release, the group-version, the types, and since when. */
const removals: readonly [until: string, groupVersion: string, types: string, since?: string][] = [
  ['1.22', 'extensions/v1beta1', 'ingresses'],
  ['1.22', 'networking.k8s.io/v1beta1', 'ingresses ingressclasses'],
  [
    '1.22',
    'admissionregistration.k8s.io/v1beta1',
    'mutatingwebhookconfigurations validatingwebhookconfigurations',
  ],
  ['1.22', 'apiextensions.k8s.io/v1beta1', 'customresourcedefinitions'],
  ['1.22', 'apiregistration.k8s.io/v1beta1', 'apiservices'],
  ['1.22', 'certificates.k8s.io/v1beta1', 'certificatesigningrequests'],
  ['1.22', 'coordination.k8s.io/v1beta1', 'leases'],
  ['1.22', 'rbac.authorization.k8s.io/v1beta1', 'clusterroles clusterrolebindings roles rolebindings'],
  ['1.22', 'scheduling.k8s.io/v1beta1', 'priorityclasses'],
  ['1.22', 'storage.k8s.io/v1beta1', 'storageclasses volumeattachments csidrivers csinodes'],
  ['1.25', 'autoscaling/v2beta1', 'horizontalpodautoscalers'],
  ['1.25', 'batch/v1beta1', 'cronjobs'],
  ['1.25', 'discovery.k8s.io/v1beta1', 'endpointslices'],
  ['1.25', 'events.k8s.io/v1beta1', 'events'],
  ['1.25', 'node.k8s.io/v1beta1', 'runtimeclasses'],
  ['1.25', 'policy/v1beta1', 'poddisruptionbudgets podsecuritypolicies'],
  ['1.26', 'autoscaling/v2beta2', 'horizontalpodautoscalers'],
  ['1.26', 'flowcontrol.apiserver.k8s.io/v1beta1', 'flowschemas prioritylevelconfigurations', '1.20'],
  ['1.27', 'storage.k8s.io/v1beta1', 'csistoragecapacities', '1.21'],
  ['1.29', 'flowcontrol.apiserver.k8s.io/v1beta2', 'flowschemas prioritylevelconfigurations', '1.23'],
  ['1.32', 'flowcontrol.apiserver.k8s.io/v1beta3', 'flowschemas prioritylevelconfigurations', '1.26'],
];

/** `200 extensions/v1beta1 ingresses`: what a server of the release has to answer. */
const expected = (release: string): string[] =>
  removals.flatMap(([until, groupVersion, types, since = '1.19']) =>
    types.split(' ').map((type) => {
      const isServed = isReleasedBy(since, release) && !isReleasedBy(until, release);
      return `${isServed ? 200 : 404} ${groupVersion} ${type}`;
    }),
  );

const answered = (server: TestServer): Promise<string[]> =>
  Promise.all(
    removals.flatMap(([, groupVersion, types]) =>
      types.split(' ').map(async (type) => {
        const { status } = await server.client.get(`/apis/${groupVersion}/${type}?limit=1`);
        return `${status} ${groupVersion} ${type}`;
      }),
    ),
  );

/** An object of each name, in a namespace that is there; those of types that the release has. */
async function objectsFor(server: TestServer): Promise<object[]> {
  const all = manifests().map(({ object }) => object);
  for (const definition of all) {
    if (`${definition.apiVersion} ${definition.kind}` !== 'apiextensions.k8s.io/v1 CustomResourceDefinition')
      continue;
    const { name } = definition.metadata;
    // Fields that a release does not know are left out of what is created; to apply them is an error.
    const { status, text } = await server.client.post(definitionsPath, definition);
    if (status !== 201) throw new Error(text);
    await established(server, name);
  }
  for (const name of new Set(all.flatMap(({ metadata }) => metadata.namespace ?? [])))
    await server.client.post('/api/v1/namespaces', { metadata: { name } });
  const resources = await resourcesOf(server.client);
  const served = all.filter(
    ({ apiVersion, kind }) => resources.has(`${apiVersion} ${kind}`) && kind !== 'CustomResourceDefinition',
  );
  const nameOf = ({ apiVersion, kind, metadata }: any): string =>
    [apiVersion, kind, metadata.namespace ?? '', metadata.name].join(' ');
  return [...new Map(served.map((object) => [nameOf(object), object])).values()];
}

/** An annotation holds all that was applied, and not more than this. */
const fitsAnnotation = (item: object): boolean => JSON.stringify(item).length < 200 * 1024;

function listOf(server: TestServer, name: string, items: readonly object[]): string {
  const file = join(server.directory, name);
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  return file;
}

describe.skipIf(!areThere)('every release (skipped where the manifests are not at hand)', () => {
  it.each(releases)(
    '%s starts, takes the manifests of both kubectls, and has not what it dropped',
    { timeout: 5 * minute },
    async (release) => {
      const server = await TestServer.start({ flags: [`--emulated-version=${release}`] });
      try {
        expect(await answered(server)).toEqual(expected(release));
        const items = await objectsFor(server);
        expect(items.length).toBeGreaterThan(100);
        const [small, large] = [items.filter(fitsAnnotation), items.filter((item) => !fitsAnnotation(item))];
        const files = [
          { list: small, file: listOf(server, 'small.json', small), words: ['--validate=false'] },
          {
            list: large,
            file: listOf(server, 'large.json', large),
            words: ['--server-side', '--force-conflicts'],
          },
        ].filter(({ list }) => list.length > 0);
        for (const { path } of kubectls()) {
          if (path === undefined) continue;
          let lines = 0;
          for (const { file, words } of files) {
            const all = ['--kubeconfig', server.kubeconfig, 'apply', '-f', file, ...words];
            const options = { env: { HOME: server.directory }, maxBuffer: 64 * 1024 * 1024 };
            lines += (await run(path, all, options)).stdout.trim().split('\n').length;
          }
          expect(lines).toBe(items.length);
        }
      } finally {
        await server.remove();
      }
    },
  );
});
