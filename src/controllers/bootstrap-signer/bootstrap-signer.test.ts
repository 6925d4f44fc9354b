import { describe, expect, it } from 'vitest';
import { ControllerBench } from '../../../test/support/unit/controller-bench.ts';
import { refuse } from '../../../test/support/unit/token-scene.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { bootstrapSigner } from './index.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const token = (change: object = {}, expiration?: string) => ({
  metadata: { name: 'bootstrap-token-abc123', namespace: 'kube-system', uid: 's1' },
  type: 'bootstrap.kubernetes.io/token',
  data: {
    'token-id': base64('abc123'),
    'token-secret': base64('secret'),
    'usage-bootstrap-signing': base64('true'),
    ...(expiration === undefined ? {} : { expiration: base64(expiration) }),
  },
  ...change,
});
const clusterInfo = (data: object, place: object = {}) => ({
  metadata: { name: 'cluster-info', namespace: 'kube-public', resourceVersion: '7', ...place },
  data,
});
const unsigned = { kubeconfig: 'text' };
const put = 'PUT configmaps kube-public/cluster-info';

async function scene() {
  const now = Date.parse('2030-01-01T00:00:00Z');
  const bench = await ControllerBench.of(bootstrapSigner, { dialect: dialects[1]!, now });
  const secrets = bench.caches.lister({ resource: 'secrets' });
  const configMaps = bench.caches.lister({ resource: 'configmaps' });
  const store = (object: object): void => {
    configMaps.put(object);
    bench.api.store('configmaps', object as never);
  };
  const signed = (): unknown => bench.api.objects.get('configmaps kube-public/cluster-info')!['data'];
  return { bench, secrets, store, signed };
}
type Scene = Awaited<ReturnType<typeof scene>>;

describe('what new nodes read about the cluster', () => {
  it.each<[situation: string, arrange: (given: Scene) => void, calls: string[]]>([
    ['is not there', ({ secrets }) => secrets.put(token()), []],
    ['has no token to be signed with', ({ store }) => store(clusterInfo(unsigned)), []],
    [
      'has a token',
      ({ secrets, store }) => {
        secrets.put(token());
        store(clusterInfo(unsigned));
      },
      [put],
    ],
    [
      'has a token that has expired',
      ({ secrets, store }) => {
        secrets.put(token({}, '2029-12-31T23:59:59Z'));
        store(clusterInfo(unsigned));
      },
      [],
    ],
    [
      'has a Secret of another type',
      ({ secrets, store }) => {
        secrets.put(token({ type: 'Opaque' }));
        store(clusterInfo(unsigned));
      },
      [],
    ],
    [
      'has another name',
      ({ secrets, store }) => {
        secrets.put(token());
        store(clusterInfo(unsigned, { name: 'other' }));
      },
      [],
    ],
  ])('%s', async (_, arrange, calls) => {
    const given = await scene();
    arrange(given);
    given.bench.start();
    await given.bench.settle();
    expect(given.bench.api.calls).toEqual(calls);
  });

  it.each<[change: string, before: (given: Scene) => void, change: (given: Scene) => void]>([
    [
      'a token comes',
      ({ store }) => store(clusterInfo(unsigned)),
      ({ secrets }) => secrets.put(token({}, '2031-01-01T00:00:00Z')),
    ],
    [
      'it is there at last',
      ({ secrets }) => secrets.put(token()),
      ({ store }) => store(clusterInfo(unsigned)),
    ],
  ])('is signed when %s', async (_, before, change) => {
    const given = await scene();
    before(given);
    given.bench.start();
    await given.bench.settle();
    expect(given.bench.api.calls).toEqual([]);
    change(given);
    await given.bench.settle();
    expect(given.bench.api.calls).toEqual([put]);
    expect(given.signed()).toEqual({
      ...unsigned,
      'jws-kubeconfig-abc123': expect.stringMatching(/^\w+\.\.[\w-]+$/),
    });
  });

  it('loses the signature of a token that is deleted', async () => {
    const { bench, secrets, store, signed } = await scene();
    secrets.put(token());
    store(clusterInfo({ ...unsigned, 'jws-kubeconfig-abc123': 'old', 'jws-kubeconfig-gone00': 'old' }));
    bench.start();
    await bench.settle();
    store(bench.api.objects.get('configmaps kube-public/cluster-info')!);
    secrets.remove('kube-system', 'bootstrap-token-abc123');
    await bench.settle();
    expect(bench.api.calls).toEqual([put, put]);
    expect(signed()).toEqual(unsigned);
  });

  it.each<[code: number, reason: 'Conflict' | 'NotFound' | undefined, calls: number, warnings: number]>([
    [404, 'NotFound', 1, 0],
    [409, 'Conflict', 1, 0],
    [500, undefined, 2, 1],
  ])('is written again after %i %s, if at all: %i calls', async (code, reason, calls, warnings) => {
    const { bench, secrets, store } = await scene();
    bench.api.interfere('PUT configmaps', refuse(code, reason));
    secrets.put(token());
    store(clusterInfo(unsigned));
    bench.start();
    await bench.settle();
    // Once the first retry is due, any other call would have come too.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await bench.settle();
    expect(bench.api.calls).toHaveLength(calls);
    expect(bench.warnings).toHaveLength(warnings);
  });
});
