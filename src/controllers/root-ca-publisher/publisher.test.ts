import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ControllerBench } from '../../../test/support/unit/controller-bench.ts';
import { refuse } from '../../../test/support/unit/token-scene.ts';
import type { SyncMeter } from '../../util/metrics/sync-series.ts';
import { makeAuthority } from '../../util/x509.ts';
import { rootCaPublisher } from './index.ts';

const directory = mkdtempSync(join(tmpdir(), 'root-ca-'));
afterAll(() => rmSync(directory, { recursive: true }));
const file = join(directory, 'ca.crt');
const { certificate } = await makeAuthority('root', { notBefore: new Date(0), notAfter: new Date(4e12) });
writeFileSync(file, certificate);

const name = 'orch-root-ca.crt';
const annotations = { 'orch.io/description': 'Mine.' };
const configMap = (text: string) => ({
  metadata: { name, namespace: 'shop', uid: 'c1', resourceVersion: '7', annotations },
  data: { 'ca.crt': text },
});
const fail = (): never => {
  throw new Error('connect ECONNREFUSED');
};
const [post, put] = [`POST configmaps shop/${name}`, `PUT configmaps shop/${name}`];

class Scene {
  readonly bench: ControllerBench;
  /** Code of each sync that ended. */
  readonly codes: readonly number[];

  constructor(bench: ControllerBench, codes: readonly number[]) {
    this.bench = bench;
    this.codes = codes;
  }

  namespace(phase = 'Active'): void {
    this.bench.caches
      .lister({ resource: 'namespaces' })
      .put({ metadata: { name: 'shop' }, status: { phase } });
  }

  configMap(text: string): void {
    this.bench.caches.lister({ resource: 'configmaps' }).put(configMap(text));
    this.bench.api.store('configmaps', configMap(text) as never);
  }

  removeConfigMap(): void {
    this.bench.api.objects.delete(`configmaps shop/${name}`);
    this.bench.caches.lister({ resource: 'configmaps' }).remove('shop', name);
  }
}

async function scene(): Promise<Scene> {
  const codes: number[] = [];
  const measure: SyncMeter = async (sync, codeOf) => {
    await sync().then(
      () => codes.push(200),
      (error: unknown) => {
        codes.push(codeOf(error));
        throw error;
      },
    );
  };
  const bench = await ControllerBench.of(rootCaPublisher, {
    given: { 'root-ca-file': file },
    syncMeterOf: () => measure,
  });
  return new Scene(bench, codes);
}

describe('the authority of a namespace', () => {
  it.each<[situation: string, arrange: (given: Scene) => void, calls: string[]]>([
    ['that is new', (given) => given.namespace(), [post]],
    ['that is not there', () => {}, []],
    [
      'that has it',
      (given) => {
        given.namespace();
        given.configMap(certificate);
      },
      [],
    ],
    [
      'that has another one',
      (given) => {
        given.namespace();
        given.configMap('another');
      },
      [put],
    ],
  ])('%s', async (_, arrange, calls) => {
    const given = await scene();
    arrange(given);
    given.bench.start();
    await given.bench.settle();
    expect(given.bench.api.calls).toEqual(calls);
  });

  it.each<[change: string, change: (given: Scene) => void, calls: string[]]>([
    ['is deleted', (given) => given.removeConfigMap(), [post]],
    ['is changed', (given) => given.configMap('another'), [put]],
    ['is written as it was', (given) => given.configMap(certificate), []],
  ])('that %s', async (_, change, calls) => {
    const given = await scene();
    given.namespace();
    given.configMap(certificate);
    given.bench.start();
    await given.bench.settle();
    change(given);
    await given.bench.settle();
    expect(given.bench.api.calls).toEqual(calls);
  });

  it.each([
    ['Active', [post, post]],
    ['Terminating', [post]],
  ])('is looked at when the namespace changes and is %s', async (phase, calls) => {
    const given = await scene();
    given.bench.api.interfere('POST configmaps', refuse(404, 'NotFound'));
    given.namespace();
    given.bench.start();
    await given.bench.settle();
    given.namespace(phase);
    await given.bench.settle();
    expect(given.bench.api.calls).toEqual(calls);
  });
});

describe('an answer to the write', () => {
  it.each<
    [situation: string, call: string, answer: () => never, calls: number, warnings: number, code: number]
  >([
    ['the namespace is gone', 'POST', refuse(404, 'NotFound'), 1, 0, 200],
    ['the namespace is being deleted', 'POST', refuse(403, undefined, 'NamespaceTerminating'), 1, 0, 200],
    ['another reason', 'POST', refuse(403), 2, 1, 403],
    ['the ConfigMap is gone', 'PUT', refuse(404, 'NotFound'), 1, 0, 200],
    ['the ConfigMap has changed', 'PUT', refuse(409, 'Conflict'), 2, 0, 409],
    ['no answer at all', 'POST', fail, 2, 1, 500],
    ['a failure of the server', 'PUT', refuse(500), 2, 1, 500],
  ])('%s: %s', async (_, call, answer, calls, warnings, code) => {
    const given = await scene();
    given.namespace();
    if (call === 'PUT') given.configMap('another');
    given.bench.api.interfere(`${call} configmaps`, answer);
    given.bench.start();
    await given.bench.settle();
    // Once the first retry is due, any other call would have come too.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await given.bench.settle();
    expect(given.bench.api.calls).toHaveLength(calls);
    expect(given.bench.warnings).toHaveLength(warnings);
    expect(given.codes[0]).toBe(code);
  });
});
