import { afterAll, describe, expect, it } from 'vitest';
import { definitionsPath, established } from '../support/custom-resources.ts';
import { Kubectl, kubectlMissing, kubectlPath } from '../support/kubectl.ts';
import { areThere, type Manifest, manifests } from '../support/manifests.ts';
import { type Resource, resourcesOf } from '../support/resources.ts';
import { TestServer } from '../support/server.ts';

const byFile = new Map<string, Manifest[]>();
for (const manifest of manifests()) {
  byFile.set(manifest.file, [...(byFile.get(manifest.file) ?? []), manifest]);
}

/** The newest first. */
const releases = ['1.26', '1.25', '1.24', '1.23', '1.22', '1.21', '1.20', '1.19'];
/** An annotation holds all that was applied, and not more than this. */
const maxClientSide = 200 * 1024;

interface Cluster {
  release: string;
  server: TestServer;
  kubectl: Kubectl;
  resources: Map<string, Resource>;
}

/** A server that speaks as one release, made when the first file asks for it. */
class Clusters {
  readonly #made = new Map<string, Promise<Cluster>>();

  at(release: string): Promise<Cluster> {
    const made = this.#made.get(release) ?? this.#start(release);
    this.#made.set(release, made);
    return made;
  }

  async remove(): Promise<void> {
    for (const made of this.#made.values()) await (await made).server.remove();
  }

  async #start(release: string): Promise<Cluster> {
    const server = await TestServer.start({ flags: [`--emulated-version=${release}`] });
    // Custom resources need their definitions first.
    for (const { object } of [...byFile.values()].flat()) {
      if (object.kind === 'CustomResourceDefinition' && object.apiVersion.endsWith('/v1'))
        await apply(server, object);
    }
    const resources = await resourcesOf(server.client);
    for (const name of namespacesOf([...byFile.values()].flat())) {
      await server.client.post('/api/v1/namespaces', { metadata: { name } });
    }
    return { release, server, kubectl: new Kubectl(server), resources };
  }
}

/** As kubectl does it, so that it may do it again. */
async function apply(server: TestServer, object: any): Promise<void> {
  const { name } = object.metadata;
  const headers = { 'content-type': 'application/apply-patch+yaml' };
  const path = `${definitionsPath}/${name}?fieldManager=kubectl`;
  const answer = await server.client.send('PATCH', path, { headers, body: object });
  if (answer.status !== 201) throw new Error(answer.text);
  await established(server, name);
}

const namespacesOf = (all: Manifest[]): Set<string> =>
  new Set(all.flatMap(({ object }) => object.metadata?.namespace ?? []));

describe.skipIf(!areThere || kubectlPath === undefined)(
  `real manifests (skipped where they are not at hand)${kubectlMissing}`,
  () => {
    const clusters = new Clusters();
    /** What the second apply of each object said. */
    const outcomes: string[] = [];
    afterAll(() => clusters.remove());

    /** The newest release that serves all that is in a file. */
    async function clusterFor(objects: any[]): Promise<Cluster> {
      for (const release of releases) {
        const cluster = await clusters.at(release);
        if (objects.every(({ apiVersion, kind }) => cluster.resources.has(`${apiVersion} ${kind}`)))
          return cluster;
      }
      throw new Error('no release serves all of it');
    }

    const read = async ({ server, resources }: Cluster, { apiVersion, kind, metadata }: any) => {
      const { path, name, namespaced } = resources.get(`${apiVersion} ${kind}`)!;
      const place = namespaced ? `namespaces/${metadata.namespace ?? 'default'}/` : '';
      return (await server.client.get(`${path}/${place}${name}/${metadata.name}`)).body;
    };

    /** Applies, looks, and applies again. */
    async function applies(cluster: Cluster, given: any[], namespace: string): Promise<void> {
      const { kubectl } = cluster;
      await cluster.server.client.post('/api/v1/namespaces', { metadata: { name: namespace } });
      // Some files are variations of one application.
      const objects = given.map((object) => {
        const { namespaced } = cluster.resources.get(`${object.apiVersion} ${object.kind}`)!;
        return namespaced ? { ...object, metadata: { namespace, ...object.metadata } } : object;
      });
      const list = { apiVersion: 'v1', kind: 'List', items: objects };
      const file = kubectl.file('manifest.json', list);
      const isLarge = JSON.stringify(list).length > maxClientSide;
      const words = ['apply', '-f', file, ...(isLarge ? ['--server-side'] : [])];
      await kubectl.ask(...words);
      const stored: any[] = [];
      const differences: string[] = [];
      for (const object of objects) {
        stored.push(await read(cluster, object));
        missing(object, stored.at(-1), object.kind, differences, cluster.release);
      }
      expect(differences).toEqual([]);
      const again = (await kubectl.ask(...words)).trim().split('\n');
      expect(again).toHaveLength(objects.length);
      for (const line of again) outcomes.push(/ (\S+)$/.exec(line)![1]!);
      for (const [index, object] of objects.entries())
        expect(content(await read(cluster, object), isLarge)).toEqual(content(stored[index], isLarge));
    }

    /** Whoever applies to the server says that it is up to date again, where something of it was left out. */
    function content(object: any, withoutRecord: boolean): object {
      const { resourceVersion: _, managedFields: __, ...metadata } = object.metadata;
      return withoutRecord ? { ...object, metadata } : object;
    }

    const files = [...byFile].flatMap(([file, all]): [string, any[]][] => {
      return [[file, all.map(({ object }) => object)]];
    });

    it.each(files)('%s', async (file, objects) => {
      const namespace = `of-file-${files.findIndex(([other]) => other === file)}`;
      await applies(await clusterFor(objects), objects, namespace);
      const own = await clusters.at('1.23');
      if (objects.every(({ apiVersion, kind }) => own.resources.has(`${apiVersion} ${kind}`)))
        await applies(own, objects, namespace);
    });

    it('are many, and nothing is left to do for most of them', () => {
      expect(outcomes.length).toBeGreaterThan(200);
      // Some say what no object keeps: null, "0.5" where it is "500m", the text of a secret. They are sent each time.
      expect(outcomes.filter((outcome) => outcome === 'unchanged').length).toBeGreaterThan(
        outcomes.filter((outcome) => outcome === 'configured').length * 5,
      );
      expect(new Set(outcomes)).toEqual(new Set(['unchanged', 'configured', 'serverside-applied']));
    });
  },
);

/** Every value that was sent has to be there; more may be. Texts of amounts and times have a canonical form. */
function missing(sent: unknown, got: unknown, path: string, refused: string[], file: string): void {
  if (sent === null || sent === undefined || sent === '' || sent === false || sent === 0) return;
  if (/\.(stringData|creationTimestamp|status)$/.test(path)) return;
  // Of a later release: whoever does not know it leaves it out.
  if (path.endsWith('.x-kubernetes-validations')) return;
  if (/(cpu|memory|storage|limits|requests|ephemeral-storage|sizeLimit|capacity)(\.|$)/.test(path)) return;
  if (Array.isArray(sent)) {
    sent.forEach((item, index) =>
      missing(item, (got as unknown[] | undefined)?.[index], `${path}[${index}]`, refused, file),
    );
  } else if (typeof sent === 'object') {
    for (const [key, value] of Object.entries(sent))
      missing(value, (got as any)?.[key], `${path}.${key}`, refused, file);
  } else if (sent !== got) {
    refused.push(`${file} ${path}: sent ${JSON.stringify(sent)}, got ${JSON.stringify(got)}`);
  }
}
