import { expect } from 'vitest';
import type { TestServer } from './server.ts';

/** A pod that runs on a node of this name, whose agent listens on this port of loopback. Both are made. */
export async function podOn(
  server: TestServer,
  name: string,
  nodeName: string,
  port: number,
  containers: readonly object[] = [{ name: 'app', image: 'i', stdin: true }],
): Promise<void> {
  const { client } = server;
  const node = await client.post('/api/v1/nodes', { metadata: { name: nodeName } });
  if (node.status === 201) {
    const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
    const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } };
    const changed = await client.put(`/api/v1/nodes/${nodeName}/status`, { ...node.body, status });
    expect(changed.status).toBe(200);
  }
  const pods = '/api/v1/namespaces/default/pods';
  const pod = await client.post(pods, {
    metadata: { name, labels: { app: name } },
    spec: { nodeName, containers },
  });
  expect(pod.status).toBe(201);
  const running = { ...pod.body, status: { phase: 'Running' } };
  expect((await client.put(`${pods}/${name}/status`, running)).status).toBe(200);
}
