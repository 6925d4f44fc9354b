import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '../../../src/client/api/api-client.ts';
import { HttpWire } from '../../../src/client/api/http-wire.ts';
import { EventRecorder } from '../../../src/client/events/event-recorder.ts';
import { Kubeconfig } from '../../../src/client/kubeconfig.ts';
import { systemPause } from '../../../src/client/retry.ts';
import { monotonicClock, systemClock } from '../../../src/util/clock.ts';
import { systemRandom } from '../../../src/util/random.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

it('events are created, counted up, and created again when they are gone', async () => {
  const { cluster, user } = Kubeconfig.read(server.kubeconfig, systemClock).current();
  using wire = new HttpWire({ ...cluster, identity: user.identity });
  const shared = { random: systemRandom, pause: systemPause };
  const warnings: string[] = [];
  const recorder = new EventRecorder({
    client: new ApiClient({ wire, userAgent: 'test', ...shared }),
    component: 'tester',
    ...shared,
    clock: systemClock,
    monotonic: monotonicClock,
    warn: (text) => warnings.push(text),
  });
  const path = '/api/v1/namespaces/default/events';
  const own = async () => (await server.client.get(`${path}?fieldSelector=source%3Dtester`)).body.items;
  const say = () =>
    recorder.record(
      { kind: 'Namespace', apiVersion: 'v1', name: 'default', uid: 'u' },
      ...(['Warning', 'Tested', 'it was tested'] as const),
    );
  for (const _ of [1, 2, 3]) say();
  await until(async () => (await own())[0]?.count === 3);
  const [event] = await own();
  expect(event).toMatchObject({ type: 'Warning', reason: 'Tested', message: 'it was tested' });
  await server.client.delete(`${path}/${event.metadata.name}`);
  say();
  await until(async () => (await own())[0]?.count === 4);
  expect([(await own()).length, warnings]).toEqual([1, []]);
  await recorder.close();
});
