import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MemoryLister } from '../../../../test/support/unit/memory-objects.ts';
import type { ApiService } from '../api-service/api-service.ts';
import { RegistrationController } from './registration-controller.ts';
import { WantedApiServices } from './wanted-api-services.ts';

const label = 'aggregator.example/automanaged';
const name = 'v1.g.example';
const version = { group: 'g.example', version: 'v1', groupPriority: 1000, versionPriority: 15 };

/** Kind of management that an APIService has, or is to have. */
type Management = 'nothing' | 'onstart' | 'true';
/** In the store: nothing; without the label, or with; `late` if it was not there when the server started. */
type Stored = 'absent' | 'plain' | 'onstart' | 'onstart, late' | 'true';

const object = (stored: Stored): ApiService => ({
  apiVersion: 'apiregistration.example/v1',
  kind: 'APIService',
  metadata: {
    name,
    uid: '1',
    creationTimestamp: null,
    ...(stored === 'plain' ? {} : { labels: { [label]: stored.split(',')[0]! } }),
  },
  spec: { group: 'g.example', version: 'v1', groupPriorityMinimum: 7, versionPriority: 7 },
  status: {},
});

/** A controller over a store of one APIService, and what it did. */
function controllerOf(stored: Stored, wanted: Management) {
  const lister = new MemoryLister<any>();
  const done: string[] = [];
  const put = (): void => lister.put(object(stored));
  const want = new WantedApiServices(wanted === 'onstart' ? [version] : []);
  if (wanted === 'true') want.define('things.g.example', [version]);
  const controller = new RegistrationController({
    apiServices: lister,
    wanted: want,
    label,
    report: (message) => done.push(message),
    writer: {
      create: async (created, labels, spec) => {
        done.push(`create ${created} ${labels[label]}`);
        lister.put({ ...object('plain'), spec, metadata: { name, labels, uid: '2' } });
      },
      setSpec: async (changed) => void done.push(`mend ${changed}`),
      delete: async (deleted, uid) => {
        done.push(`delete ${deleted} ${uid}`);
        lister.remove('', name);
      },
    },
  });
  if (stored !== 'absent' && stored !== 'onstart, late') put();
  const settle = async (): Promise<string[]> => {
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    return done.splice(0);
  };
  const start = async (): Promise<string[]> => {
    if (stored === 'onstart, late') {
      controller.start();
      put();
    } else controller.start();
    return settle();
  };
  return { controller, want, lister, put, start, settle };
}

describe('an APIService', () => {
  it.each<[Stored, Management, string[]]>([
    ['absent', 'nothing', []],
    ['absent', 'onstart', [`create ${name} onstart`]],
    ['absent', 'true', [`create ${name} true`]],
    ['plain', 'nothing', []],
    ['plain', 'onstart', []],
    ['plain', 'true', []],
    ['onstart, late', 'nothing', []],
    ['onstart', 'nothing', [`delete ${name} 1`]],
    ['onstart', 'onstart', [`mend ${name}`]],
    ['onstart', 'true', [`mend ${name}`]],
    ['true', 'nothing', [`delete ${name} 1`]],
    ['true', 'onstart', [`mend ${name}`]],
    ['true', 'true', [`mend ${name}`]],
  ])('%s, where %s is wanted', async (stored, wanted, expected) => {
    const { controller, start } = controllerOf(stored, wanted);
    expect(await start()).toEqual(expected);
    await controller.close();
  });

  it('of a built-in version that is deleted or changed stays so until the next start', async () => {
    const { controller, lister, start, settle, put } = controllerOf('onstart', 'onstart');
    await start();
    put();
    expect(await settle()).toEqual([]);
    lister.remove('', name);
    expect(await settle()).toEqual([]);
    expect(controller.isSettled(name)).toBe(true);
    await controller.close();
  });

  it('of custom resources that is deleted or changed is made again', async () => {
    const { controller, lister, start, settle } = controllerOf('absent', 'true');
    await start();
    lister.remove('', name);
    expect(await settle()).toContain(`create ${name} true`);
    await controller.close();
  });

  it('of custom resources goes with the last definition that serves its version', async () => {
    const { controller, want, start, settle } = controllerOf('absent', 'true');
    await start();
    const both = want.define('others.g.example', [version]);
    for (const one of both) controller.changed(one);
    for (const one of want.define('things.g.example', [])) controller.changed(one);
    expect((await settle()).filter((done) => done.startsWith('delete'))).toEqual([]);
    for (const one of want.define('others.g.example', [])) controller.changed(one);
    expect(await settle()).toEqual([`delete ${name} 2`]);
    await controller.close();
  });
});

it('is not complete until each built-in version was seen available once', async () => {
  const { controller, lister, start } = controllerOf('absent', 'onstart');
  expect(() => controller.check()).toThrow(`missing APIService: [${name}]`);
  await start();
  expect(() => controller.check()).toThrow();
  const status = { conditions: [{ type: 'Available', status: 'True', lastTransitionTime: null }] };
  lister.put({ ...object('onstart'), status });
  controller.check();
  lister.remove('', name);
  controller.check();
  await controller.close();
});
