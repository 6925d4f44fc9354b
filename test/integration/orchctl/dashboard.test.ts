import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../../src/util/x509.ts';
import { missingBrowser, startBrowser } from '../../support/browser.ts';
import { Dashboard } from '../../support/dashboard.ts';
import { NodeAgent } from '../../support/node-agent.ts';
import { podOn } from '../../support/pods-on-nodes.ts';
import { TestServer } from '../../support/server.ts';
import { serveSpdy } from '../../support/spdy/agent-streams.ts';
import { testValidity } from '../../support/unit/https-server.ts';
import { WatchedPage } from '../../support/watched-page.ts';

if (missingBrowser !== undefined) process.stderr.write(`the dashboard is not looked at: ${missingBrowser}\n`);

const deployments = '/apis/apps/v1/namespaces/shop/deployments';

/** A log that is followed: a line at once, and one each 200 ms. */
function log(request: IncomingMessage, response: ServerResponse): void {
  if (!request.url!.startsWith('/containerLogs/')) return void response.writeHead(404).end();
  const container = new URL(request.url!, 'https://node').pathname.split('/').at(-1);
  response.write(`${container} has started\n`);
  let count = 0;
  const timer = setInterval(() => response.write(`${container} line ${++count}\n`), 200);
  response.once('close', () => clearInterval(timer));
}

describe.skipIf(missingBrowser !== undefined)('the first hour of a user of the dashboard', () => {
  let server: TestServer;
  let agent: NodeAgent;
  let web: Server;
  let dashboard: Dashboard;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    const authority = await makeAuthority('node-ca', testValidity());
    agent = await NodeAgent.start(authority, authority.certificate, { respond: log, upgrade: serveSpdy });
    web = createServer((_, response) => response.end('hello from the pod')).listen(0, '127.0.0.1');
    await once(web, 'listening');
    // The server makes SPDY of a browser's WebSockets from this release on.
    const flags = ['--allow-local-node-addresses', '--emulated-version=1.36'];
    server = await TestServer.start({ flags });
    await makeShop(server, agent.port, (web.address() as AddressInfo).port);
    dashboard = await Dashboard.start(server);
    browser = await startBrowser();
    watched = await WatchedPage.open(browser, dashboard);
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
    await server?.remove();
    await agent?.[Symbol.asyncDispose]();
    web?.close();
  });

  /** What a user sees after each step: a picture, nothing that went wrong, no barrier. */
  async function look(name: string): Promise<void> {
    await watched.picture(name);
    expect(watched.problems).toEqual([]);
    expect(await watched.barriers()).toEqual([]);
  }
  const text = (content: string | RegExp) => watched.page.getByText(content).first();

  it('finds a pod by keys, and a change of it shows at once', async () => {
    const { page } = watched;
    await watched.show('#/namespaces');
    await text('kube-system').waitFor();
    await page.keyboard.press(':');
    await page.keyboard.type('po default');
    await page.keyboard.press('Enter');
    await text('two-containers').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('two');
    await text('1 of 2').waitFor();
    expect(page.url()).toContain('q=two');
    await look('1-pods');
    const path = '/api/v1/namespaces/default/pods/two-containers/status';
    await server.client.merge(path, { status: { phase: 'Failed', reason: 'Evicted' } });
    await page.locator('td', { hasText: 'Evicted' }).waitFor();
    await server.client.merge(path, { status: { phase: 'Running', reason: null } });
    await page.locator('td', { hasText: 'Running' }).waitFor();
  });

  it('edits an object: tries it first, sees who is in the way, and takes the field over', async () => {
    const { page } = watched;
    await watched.show('#/deployments.apps/shop/web?tab=yaml');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.locator('.cm-line', { hasText: 'image: web:1' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    await page.getByRole('button', { name: 'Try on the server' }).click();
    await text('Others own what you changed').waitFor();
    await text(/conflict with "robot"/).waitFor();
    await look('2-conflict');
    await page.getByRole('button', { name: 'Take these fields over' }).click();
    await page.locator('.diff .add', { hasText: 'image: web:2' }).waitFor();
    await look('3-difference');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    const { body } = await server.client.get(`${deployments}/web`);
    expect(body.spec.template.spec.containers[0].image).toBe('web:2');
    await page.getByLabel('Who owns which field').check();
    await page.locator('.margin', { hasText: 'dashboard' }).first().waitFor();
    await look('4-owners');
  });

  it('reads who changed it, and what depends on it', async () => {
    await watched.show('#/deployments.apps/shop/web?tab=history');
    await text(/changed by kubectl-dashboard \(Apply\)/).waitFor();
    await watched.page.locator('.diff .remove', { hasText: 'image: web:1' }).first().waitFor();
    await look('5-history');
    await watched.show('#/deployments.apps/shop/web?tab=tree');
    await text('configmap/owned').waitFor();
    await look('6-tree');
  });

  it('follows logs of two containers, and searches in them', async () => {
    const { page } = watched;
    await watched.show('#/pods/default/two-containers?tab=logs&containers=app,side');
    await text(/side line 3/).waitFor();
    await text(/app line 3/).waitFor();
    await page.getByLabel('Search in the log').fill('started');
    await expect.poll(() => page.locator('.log > span').count()).toBe(2);
    await look('7-logs');
  });

  it('runs a command in a terminal, and reaches a port', async () => {
    const { page } = watched;
    await watched.show('#/pods/default/two-containers?tab=terminal');
    await page.locator('.xterm-helper-textarea').waitFor({ state: 'attached' });
    await page.waitForTimeout(1_000);
    await page.locator('.xterm').click();
    await page.keyboard.type('echo $((6*7)) is the answer');
    // The agent of the test has no terminal, which would make a line feed of Enter.
    await page.keyboard.press('Control+j');
    await page
      .locator('.xterm-accessibility', { hasText: '42 is the answer' })
      .waitFor({ state: 'attached' });
    await watched.picture('8-terminal');
    await watched.show('#/pods/default/two-containers');
    await page
      .getByRole('button', { name: /^Forward/ })
      .first()
      .click();
    const link = page.getByRole('link', { name: /^127\.0\.0\.1:/ });
    const answer = await fetch((await link.getAttribute('href'))!);
    expect(await answer.text()).toBe('hello from the pod');
    await look('9-summary');
  });

  it('asks why: a role that lacks a verb, and a manifest that is refused', async () => {
    const { page } = watched;
    await watched.show('#/~why?user=jane&verb=delete&what=pods&ns=shop');
    await page.getByRole('button', { name: 'Ask' }).click();
    await text(/jane may not delete pods in namespace shop/).waitFor();
    await text('RoleBinding shop/jane-looks').waitFor();
    await page
      .getByLabel('Manifest')
      .fill(
        'apiVersion: v1\nkind: Pod\nmetadata: {name: big, namespace: shop}\nspec: {containers: [{name: a, image: a, resources: {limits: {cpu: 4}}}]}\n',
      );
    await page.getByRole('button', { name: 'Try' }).click();
    await text(/maximum cpu usage per Container is 1/)
      .first()
      .waitFor();
    await look('10-why');
  });

  it('leaves the page of the server open', async () => {
    await watched.show('#/~server');
    await text('The server is well.').waitFor();
    await watched.page.locator('figcaption', { hasText: /p99 [\d.]+ ms/ }).waitFor();
    await text('Caches').waitFor();
    await look('11-server');
  });

  it.each([
    ['light', 1280, '#/pods'],
    ['light', 390, '#/pods?ns=default'],
    ['dark', 390, '#/deployments.apps/shop/web'],
    ['light', 390, '#/~server'],
    ['light', 1280, '#/~why'],
  ] as const)('reads the page in %s at %d pixels: %s', async (colorScheme, width, place) => {
    const other = await WatchedPage.open(browser, dashboard, { width, colorScheme });
    await other.show(place);
    await other.page
      .getByText(/Live|checks pass|Who may do what/)
      .first()
      .waitFor();
    await other.picture(`12-${colorScheme}-${width}-${place.replaceAll(/\W+/g, '-')}`);
    const overflow = await other.page.evaluate<number>(
      'document.documentElement.scrollWidth - window.innerWidth',
    );
    expect({ overflow, problems: other.problems, barriers: await other.barriers() }).toEqual({
      overflow: 0,
      problems: [],
      barriers: [],
    });
    await other.page.close();
  });

  it('says that the server is away, and goes on when it is back', async () => {
    await watched.show('#/configmaps?ns=shop');
    await text('owned').waitFor();
    const { directory, port } = server;
    await server.kill();
    await text(/As of .*connecting again/).waitFor();
    await watched.picture('13-away');
    server = await TestServer.start({
      directory,
      flags: ['--emulated-version=1.36', `--secure-port=${port}`],
    });
    await watched.page.locator('.live-state.live').waitFor();
    await server.client.post('/api/v1/namespaces/shop/configmaps', { metadata: { name: 'after' } });
    await text('after').waitFor();
    expect(watched.problems).toEqual([]);
  });

  it('ends with Ctrl-C', async () => {
    expect(await dashboard.stop()).toBe(0);
  });
});

/** A namespace with a Deployment of a robot, a ConfigMap that it owns, a limit, and a user who may look. */
async function makeShop(server: TestServer, agentPort: number, webPort: number): Promise<void> {
  const { client } = server;
  await podOn(server, 'two-containers', 'near', agentPort, [
    { name: 'app', image: 'app:1', ports: [{ containerPort: webPort }] },
    { name: 'side', image: 'side:1' },
  ]);
  await podOn(server, 'alone', 'near', agentPort);
  await client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'web:1' }] },
  };
  const { body: owner } = await client.send('PATCH', `${deployments}/web?fieldManager=robot`, {
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template },
    },
  });
  const reference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: owner.metadata.uid };
  await client.post('/api/v1/namespaces/shop/configmaps', {
    metadata: { name: 'owned', ownerReferences: [reference] },
    data: { a: 'b' },
  });
  await client.post('/api/v1/namespaces/shop/limitranges', {
    metadata: { name: 'small' },
    spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] },
  });
  await client.post('/apis/rbac.authorization.k8s.io/v1/namespaces/shop/rolebindings', {
    metadata: { name: 'jane-looks' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
  });
}
