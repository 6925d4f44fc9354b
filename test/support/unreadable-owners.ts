import { expect } from 'vitest';
import type { Kv } from '../../src/storage/kv.ts';
import { definition, definitionsPath } from './custom-resources.ts';
import type { TestServer } from './server.ts';

const rest = '/api/v1/namespaces';
const definitionsGroup = 'apiextensions.k8s.io';

/** Mistakes that controllers can make with objects that cannot be read, on a server over an etcd that a test writes to. */
export class UnreadableOwners {
  readonly #kv: Kv;
  readonly #server: () => TestServer;
  /** Values as they were, by key. */
  readonly #spoilt = new Map<string, Buffer>();

  constructor(kv: Kv, server: () => TestServer) {
    this.#kv = kv;
    this.#server = server;
  }

  get client() {
    return this.#server().client;
  }

  async spoil(key: string): Promise<void> {
    const { item } = await this.#kv.get(key);
    this.#spoilt.set(key, item!.value);
    expect((await this.#kv.update(key, Buffer.from('{'), item!.modRevision)).done).toBe(true);
  }

  async mend(key: string): Promise<void> {
    const { item } = await this.#kv.get(key);
    await this.#kv.update(key, this.#spoilt.get(key)!, item!.modRevision);
  }

  async isStored(key: string): Promise<boolean> {
    return (await this.#kv.get(key)).item !== undefined;
  }

  async keys(prefix: string): Promise<string[]> {
    return (await this.#kv.range(prefix, { keysOnly: true })).items.map(({ key }) => key);
  }

  async namespace(name: string): Promise<void> {
    expect((await this.client.post(rest, { metadata: { name } })).status).toBe(201);
  }

  /** An owner, and a dependent of it in another type. */
  async owned(namespace: string, name: string): Promise<void> {
    const { client } = this;
    const metadata = { name };
    const { body } = await client.post(`${rest}/${namespace}/configmaps`, { metadata });
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid: body.metadata.uid };
    const dependent = { metadata: { ...metadata, ownerReferences: [owner] } };
    expect((await client.post(`${rest}/${namespace}/secrets`, dependent)).status).toBe(201);
  }

  hasDependent = async (namespace: string, name: string): Promise<boolean> =>
    (await this.client.get(`${rest}/${namespace}/secrets/${name}`)).status === 200;

  /** Every dependent is looked at again by the garbage collector: it changes. */
  async touchDependent(namespace: string, name: string): Promise<void> {
    const { status } = await this.client.merge(`${rest}/${namespace}/secrets/${name}`, {
      metadata: { labels: { touched: String(Math.random()) } },
    });
    expect(status).toBe(200);
  }

  /** Resolves when the garbage collector has taken away what belonged to an owner that was really deleted. */
  async collects(namespace: string, name: string): Promise<void> {
    await this.client.delete(`${rest}/${namespace}/configmaps/${name}`);
    await expect.poll(() => this.hasDependent(namespace, name), { timeout: 40_000 }).toBe(false);
  }

  /** A condition of a namespace. */
  async condition(namespace: string, type: string): Promise<any> {
    const { body } = await this.client.get(`${rest}/${namespace}`);
    return body.status?.conditions?.find((one: any) => one.type === type);
  }

  /**
   * The namespace stays while a definition cannot be read after a start, as nobody knows what of it is there, and goes
   * with its instances when the definition is mended.
   */
  async expectNamespaceToWaitForDefinition(namespace: string, restart: () => Promise<void>): Promise<void> {
    await this.namespace(namespace);
    const object = definition({ group: `${namespace}.example` });
    const { name } = object.metadata;
    expect((await this.client.post(definitionsPath, object)).status).toBe(201);
    const group = `/apis/${namespace}.example`;
    const instance = { apiVersion: `${namespace}.example/v1`, kind: 'Tab', metadata: { name: 'kept' } };
    const path = `${group}/v1/namespaces/${namespace}/tabs`;
    await expect.poll(async () => (await this.client.post(path, instance)).status).toBe(201);
    const key = `/registry/${definitionsGroup}/customresourcedefinitions/${name}`;
    await this.spoil(key);
    await restart();
    await expect.poll(async () => (await this.client.get(group)).status).toBe(404);
    const document = await this.client.get(`/apis/${definitionsGroup}/v1`);
    expect(document).toMatchObject({ status: 500, body: { message: expect.stringContaining(key) } });
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
    const { items } = (await this.client.get('/apis', { headers: { accept } })).body;
    const stale = items.filter(({ versions }: any) => versions.some((one: any) => one.freshness === 'Stale'));
    expect(stale.map(({ metadata }: any) => metadata.name)).toEqual([definitionsGroup]);

    expect((await this.client.delete(`${rest}/${namespace}`)).status).toBe(200);
    const failure = () => this.condition(namespace, 'NamespaceDeletionDiscoveryFailure');
    await expect.poll(failure, { timeout: 40_000 }).toMatchObject({ status: 'True' });
    expect((await failure()).message).toContain(definitionsGroup);
    await this.mend(key);
    const status = async () => (await this.client.get(`${rest}/${namespace}`)).status;
    await expect.poll(status, { timeout: 120_000 }).toBe(404);
    expect(await this.keys(`/registry/${namespace}.example/tabs/`)).toEqual([]);
    await expect.poll(async () => (await this.client.get(`/apis/${definitionsGroup}/v1`)).status).toBe(200);
  }

  /** The namespace stays while a Secret in it cannot be read, says why, and goes when that is removed. */
  async expectNamespaceToWait(namespace: string): Promise<void> {
    const { client } = this;
    await this.namespace(namespace);
    const secrets = `${rest}/${namespace}/secrets`;
    const prefix = `/registry/secrets/${namespace}/`;
    for (const name of ['one', 'two']) await client.post(secrets, { metadata: { name } });
    await this.spoil(`${prefix}one`);
    expect((await client.delete(`${rest}/${namespace}`)).status).toBe(200);
    const failure = () => this.condition(namespace, 'NamespaceDeletionContentFailure');
    await expect.poll(failure, { timeout: 40_000 }).toMatchObject({ status: 'True' });
    expect((await failure()).message).toContain('failed to read one or more secrets from the storage');
    expect(await this.isStored(`${prefix}one`)).toBe(true);
    expect((await client.post(rest, { metadata: { name: namespace } })).status).toBe(409);
    const insisting = '?ignoreStoreReadErrorWithClusterBreakingPotential=true';
    expect((await client.delete(`${secrets}/one${insisting}`)).status).toBe(200);
    const status = async () => (await client.get(`${rest}/${namespace}`)).status;
    await expect.poll(status, { timeout: 120_000 }).toBe(404);
    expect(await this.keys(prefix)).toEqual([]);
  }
}
