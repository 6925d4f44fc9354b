import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const controllers = 'serviceaccount,serviceaccount-token,root-ca-cert-publisher,bootstrapsigner,tokencleaner';

const words = {
  orch: { label: 'orch.io', api: 'orch.io', prefix: 'orch', issuer: 'orch/serviceaccount' },
  kubernetes: {
    label: 'kubernetes.io',
    api: 'k8s.io',
    prefix: 'kube',
    issuer: 'kubernetes/serviceaccount',
  },
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const plain = (text: string): string => Buffer.from(text, 'base64').toString();

describe.each(['orch', 'kubernetes'] as const)('in the dialect %s', (dialect) => {
  const { label, api, prefix, issuer } = words[dialect];
  const tokenType = `${label}/service-account-token`;
  const owner = `${label}/service-account.name`;
  const ownerUid = `${label}/service-account.uid`;
  const bootstrapSecrets = `/api/v1/namespaces/${prefix}-system/secrets`;
  const shared = `/api/v1/namespaces/${prefix}-public/configmaps`;
  let server: TestServer;

  beforeAll(async () => {
    const flags = [`--controllers=${controllers}`, '--enable-bootstrap-token-auth=true'];
    server = await TestServer.start({ dialect, flags });
  });
  afterAll(() => server?.remove());

  const place = (namespace: string, resource: string, name = ''): string =>
    `/api/v1/namespaces/${namespace}/${resource}${name === '' ? '' : `/${name}`}`;
  const create = async (path: string, object: object): Promise<any> => {
    const { status, body, text } = await server.client.post(path, object);
    expect(status, text).toBe(201);
    return body;
  };
  const read = async (path: string): Promise<any> => {
    const { status, body } = await server.client.get(path);
    return status === 200 ? body : undefined;
  };
  const awaited = async (path: string, isSo: (object: any) => boolean): Promise<any> => {
    let found: any;
    await until(async () => {
      found = await read(path);
      return found !== undefined && isSo(found);
    });
    return found;
  };
  const gone = (path: string): Promise<void> =>
    until(async () => (await server.client.get(path)).status === 404);
  const namespace = (name: string): Promise<any> => create('/api/v1/namespaces', { metadata: { name } });
  const account = async (space: string, name: string): Promise<any> => {
    await create(place(space, 'serviceaccounts'), { metadata: { name } });
    return awaited(place(space, 'serviceaccounts', name), ({ secrets }) => secrets?.length === 1);
  };
  const userOf = async (token: string): Promise<string> => {
    const review = { spec: { token } };
    const { body } = await server.client.post(`/apis/authentication.${api}/v1/tokenreviews`, review);
    return body.status.user?.username ?? '';
  };

  it('a namespace soon has its default account, which has a token', async () => {
    const begin = Date.now();
    await namespace('shop');
    const path = place('shop', 'serviceaccounts', 'default');
    await awaited(path, () => true);
    expect(Date.now() - begin).toBeLessThan(1_000);
    const { secrets, metadata } = await awaited(path, (found) => found.secrets !== undefined);
    expect(secrets).toEqual([
      { name: expect.stringMatching(/^default-token-[bcdfghjklmnpqrstvwxz2456789]{5}$/) },
    ]);
    const secret = await read(place('shop', 'secrets', secrets[0].name));
    expect(secret).toMatchObject({
      type: tokenType,
      metadata: { annotations: { [owner]: 'default', [ownerUid]: metadata.uid } },
    });
    expect(plain(secret.data['ca.crt'])).toBe(readFileSync(join(server.directory, 'ca.crt'), 'utf8'));
    expect(plain(secret.data.namespace)).toBe('shop');
    expect(jwt.decode(plain(secret.data.token))).toEqual({
      iss: issuer,
      [`${label}/serviceaccount/namespace`]: 'shop',
      [`${label}/serviceaccount/secret.name`]: secrets[0].name,
      [`${label}/serviceaccount/service-account.name`]: 'default',
      [`${label}/serviceaccount/service-account.uid`]: metadata.uid,
      sub: 'system:serviceaccount:shop:default',
    });
    expect(await userOf(plain(secret.data.token))).toBe('system:serviceaccount:shop:default');
  });

  it('a default account that is deleted comes back with another uid', async () => {
    await namespace('again');
    const path = place('again', 'serviceaccounts', 'default');
    const { metadata, secrets } = await awaited(path, (found) => found.secrets !== undefined);
    await server.client.delete(path);
    const next = await awaited(path, (found) => found.metadata.uid !== metadata.uid && found.secrets);
    await gone(place('again', 'secrets', secrets[0].name));
    expect(await read(place('again', 'secrets', next.secrets[0].name))).toBeDefined();
  });

  it('the token goes with its account, and counts no more', async () => {
    await namespace('leaving');
    const { secrets } = await account('leaving', 'builder');
    const path = place('leaving', 'secrets', secrets[0].name);
    const token = plain((await read(path)).data.token);
    expect(await userOf(token)).toBe('system:serviceaccount:leaving:builder');
    await server.client.delete(place('leaving', 'serviceaccounts', 'builder'));
    await gone(path);
    expect(await userOf(token)).toBe('');
  });

  it('a Secret that was made by hand for an account is filled in', async () => {
    await namespace('hand');
    const { metadata } = await account('hand', 'builder');
    const path = place('hand', 'secrets');
    await create(path, {
      type: tokenType,
      data: { namespace: base64('elsewhere') },
      metadata: { name: 'by-hand', annotations: { [owner]: 'builder' } },
    });
    const secret = await awaited(`${path}/by-hand`, ({ data }) => data.token !== undefined);
    expect(secret.metadata.annotations).toEqual({ [owner]: 'builder', [ownerUid]: metadata.uid });
    expect(plain(secret.data.namespace)).toBe('elsewhere');
    expect(await userOf(plain(secret.data.token))).toBe('system:serviceaccount:hand:builder');
    const { secrets } = await read(place('hand', 'serviceaccounts', 'builder'));
    expect(secrets).toHaveLength(1);
  });

  it('a Secret for an account that is not there is deleted', async () => {
    await namespace('orphans');
    await create(place('orphans', 'secrets'), {
      type: tokenType,
      metadata: { name: 'orphan', annotations: { [owner]: 'absent' } },
    });
    await gone(place('orphans', 'secrets', 'orphan'));
  });

  it('a Secret that is deleted is named no more, and followed by another one', async () => {
    await namespace('renewal');
    const { secrets } = await account('renewal', 'builder');
    await server.client.delete(place('renewal', 'secrets', secrets[0].name));
    const next = await awaited(
      place('renewal', 'serviceaccounts', 'builder'),
      (found) => found.secrets?.length === 1 && found.secrets[0].name !== secrets[0].name,
    );
    expect(await read(place('renewal', 'secrets', next.secrets[0].name))).toMatchObject({ type: tokenType });
  });

  it('a token that was overwritten with nothing is made anew, another authority is put right', async () => {
    await namespace('mended');
    const { secrets } = await account('mended', 'builder');
    const path = place('mended', 'secrets', secrets[0].name);
    const secret = await read(path);
    const broken = { ...secret.data, token: '', 'ca.crt': base64('another') };
    expect((await server.client.put(path, { ...secret, data: broken })).status).toBe(200);
    const mended = await awaited(path, ({ data }) => Boolean(data.token));
    expect(mended.data['ca.crt']).toBe(secret.data['ca.crt']);
    expect(await userOf(plain(mended.data.token))).toBe('system:serviceaccount:mended:builder');
  });

  it('each namespace has the root authority, and has it again', async () => {
    await namespace('roots');
    const path = place('roots', 'configmaps', `${prefix}-root-ca.crt`);
    const authority = readFileSync(join(server.directory, 'ca.crt'), 'utf8');
    const first = await awaited(path, () => true);
    expect(first.data).toEqual({ 'ca.crt': authority });
    await server.client.put(path, {
      ...first,
      metadata: { ...first.metadata, labels: { mine: 'yes' } },
      data: { 'ca.crt': authority, more: 'x' },
    });
    const mended = await awaited(path, ({ data }) => !('more' in data));
    expect(mended).toMatchObject({
      metadata: { labels: { mine: 'yes' } },
      data: { 'ca.crt': authority },
    });
    await server.client.delete(path);
    await awaited(path, ({ metadata }) => metadata.uid !== first.metadata.uid);
  });

  const bootstrapToken = (id: string, more: object): object => ({
    metadata: { name: `bootstrap-token-${id}` },
    type: `bootstrap.${label}/token`,
    stringData: {
      'token-id': id,
      'token-secret': 'f395accd246ae52d',
      'usage-bootstrap-signing': 'true',
      ...more,
    },
  });

  it('the content of cluster-info is signed with each token, as long as it is there', async () => {
    const key = dialect === 'orch' ? '07401b.f395accd246ae52d' : 'f395accd246ae52d';
    await create(bootstrapSecrets, bootstrapToken('07401b', {}));
    const path = `${shared}/cluster-info`;
    await create(shared, {
      metadata: { name: 'cluster-info' },
      data: { kubeconfig: 'clusters: []', 'jws-kubeconfig-abcdef': 'old' },
    });
    const signature = 'jws-kubeconfig-07401b';
    const verify = ({ data }: any): unknown => {
      const [header, empty, rest] = data[signature].split('.');
      expect(empty).toBe('');
      const content = Buffer.from(data.kubeconfig).toString('base64url');
      return jwt.verify(`${header}.${content}.${rest}`, key, { algorithms: ['HS256'] });
    };
    const signed = await awaited(path, ({ data }) => signature in data);
    expect(Object.keys(signed.data).sort()).toEqual([signature, 'kubeconfig']);
    expect(verify(signed)).toBe('clusters: []');
    await server.client.put(path, { ...signed, data: { ...signed.data, kubeconfig: 'clusters: [{}]' } });
    const anew = await awaited(path, ({ data }) => data[signature] !== signed.data[signature]);
    expect(verify(anew)).toBe('clusters: [{}]');
    await server.client.delete(`${bootstrapSecrets}/bootstrap-token-07401b`);
    await awaited(path, ({ data }) => !(signature in data));
  });

  it('a bootstrap token is deleted when it expires', async () => {
    const inSeconds = (seconds: number): object => ({
      expiration: new Date(Date.now() + seconds * 1_000).toISOString(),
    });
    await create(bootstrapSecrets, bootstrapToken('expire', inSeconds(2)));
    await create(bootstrapSecrets, bootstrapToken('passed', inSeconds(-60)));
    await create(bootstrapSecrets, bootstrapToken('coming', inSeconds(3_600)));
    await gone(`${bootstrapSecrets}/bootstrap-token-passed`);
    expect(await read(`${bootstrapSecrets}/bootstrap-token-expire`)).toBeDefined();
    await gone(`${bootstrapSecrets}/bootstrap-token-expire`);
    expect(await read(`${bootstrapSecrets}/bootstrap-token-coming`)).toBeDefined();
  });

  it('in a namespace that is being deleted nothing comes back', async () => {
    await namespace('ending');
    const { secrets } = await account('ending', 'builder');
    const authority = place('ending', 'configmaps', `${prefix}-root-ca.crt`);
    await awaited(authority, () => true);
    await server.client.delete('/api/v1/namespaces/ending');
    await server.client.delete(authority);
    await server.client.delete(place('ending', 'secrets', secrets[0].name));
    const builder = place('ending', 'serviceaccounts', 'builder');
    await awaited(builder, (found) => found.secrets === undefined);
    await server.client.delete(place('ending', 'serviceaccounts', 'default'));
    // What comes after it in the queues is done: so would this have been.
    await namespace('after');
    await account('after', 'builder');
    await awaited(place('after', 'configmaps', `${prefix}-root-ca.crt`), () => true);
    expect((await read(place('ending', 'serviceaccounts'))).items).toHaveLength(1);
    await until(async () => (await read(place('ending', 'secrets'))).items.length === 0);
    expect((await read(place('ending', 'configmaps'))).items).toEqual([]);
  });

  it('nothing of this was worth a warning', () => {
    const warnings = server.output
      .split('\n')
      .filter((line) => /(serviceaccount|root-ca-cert|bootstrapsigner|tokencleaner)[\w-]*: /.test(line));
    expect(warnings).toEqual([]);
  });
});
