import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, startBrowser } from '../../support/browser.ts';
import { Dashboard } from '../../support/dashboard.ts';
import { KubeApiserver, missingKubeApiserver } from '../../support/kube-apiserver.ts';
import { WatchedPage } from '../../support/watched-page.ts';

const missing = missingBrowser ?? missingKubeApiserver;
if (missing !== undefined)
  process.stderr.write(`the dashboard of kube-apiserver is not looked at: ${missing}\n`);

const path = '/apis/apps/v1/namespaces/shop/deployments';

describe.skipIf(missing !== undefined)('the dashboard of a kube-apiserver', () => {
  let server: KubeApiserver;
  let dashboard: Dashboard;
  let browser: Browser;
  let watched: WatchedPage;
  /** What the browser reports as errors: an answer without success among them. */
  const errors: string[] = [];
  beforeAll(async () => {
    server = await KubeApiserver.start();
    await makeObjects(server);
    dashboard = await Dashboard.start(server);
    browser = await startBrowser();
    watched = await WatchedPage.open(browser, dashboard);
    watched.page.on('console', (line) => {
      if (line.type() === 'error') errors.push(`${line.text()} ${line.location().url}`);
    });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
    await server?.stop();
  });
  const text = (content: string | RegExp) => watched.page.getByText(content).first();
  const nothingWrong = (): void =>
    expect({ errors, problems: watched.problems }).toEqual({ errors: [], problems: [] });

  it('follows a table', async () => {
    await watched.show('#/deployments.apps?ns=shop');
    await watched.page.getByRole('link', { name: 'web', exact: true }).waitFor();
    await watched.page.locator('.live-state.live').waitFor();
    await server.client.merge(`${path}/web/status`, { status: { replicas: 2, readyReplicas: 2 } });
    await watched.page.locator('td', { hasText: '2/2' }).waitFor();
    nothingWrong();
  });

  it('has a table of every type, also of those that cannot be watched', async () => {
    const { page } = watched;
    const links = await page
      .locator('.navigation a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    expect(links.length).toBeGreaterThan(40);
    expect(links).toContain('#/componentstatuses');
    for (const link of links.filter((one) => !one.startsWith('#/~'))) {
      await watched.show(link);
      await page.locator('.live-state.live').waitFor();
    }
    nothingWrong();
  }, 180_000);

  it('shows an object from all sides', async () => {
    await watched.show('#/deployments.apps/shop/web');
    await text('Specification').waitFor();
    await watched.show('#/deployments.apps/shop/web?tab=yaml&owners=1');
    await watched.page.locator('.margin', { hasText: 'robot' }).first().waitFor();
    await watched.show('#/deployments.apps/shop/web?tab=events');
    await text('There are no events about this object.').waitFor();
    await watched.show('#/deployments.apps/shop/web?tab=tree');
    await text('deployment.apps/web').waitFor();
    await watched.show('#/deployments.apps/shop/web?tab=history');
    await text(/created by robot/).waitFor();
    nothingWrong();
  });

  it('edits an object', async () => {
    const { page } = watched;
    await watched.show('#/deployments.apps/shop/web?tab=yaml&edit=1');
    await page.locator('.cm-line', { hasText: 'revisionHistoryLimit: 10' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('1');
    await page.getByRole('button', { name: 'Try on the server' }).click();
    await page.locator('.diff .add', { hasText: 'revisionHistoryLimit: 11' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    expect((await server.client.get(`${path}/web`)).body.spec.revisionHistoryLimit).toBe(11);
    nothingWrong();
  });

  it('answers who may do what, as far as the server tells', async () => {
    await watched.show('#/~why?user=jane&verb=delete&what=pods&ns=shop');
    await watched.page.getByRole('button', { name: 'Ask' }).click();
    await text(/jane may not delete pods in namespace shop/).waitFor();
    await text('This server does not tell the grounds of its decisions.').waitFor();
    nothingWrong();
  });

  it('shows how the server is, and nothing of what it does not tell', async () => {
    const { page } = watched;
    await watched.show('#/~server');
    await text('The server is well.').waitFor();
    await page.locator('figcaption', { hasText: /p99 [\d.]+ ms/ }).waitFor();
    await page.locator('figcaption', { hasText: /Watchers open [1-9]/ }).waitFor();
    await page.getByRole('heading', { name: 'Objects', exact: true }).waitFor();
    for (const name of ['Slow requests', 'Caches'])
      expect(await page.getByRole('heading', { name }).count()).toBe(0);
    await watched.picture('15-kube-apiserver');
    nothingWrong();
  });
});

async function makeObjects({ client }: KubeApiserver): Promise<void> {
  await client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
  const { status, text } = await client.send('PATCH', `${path}/web?fieldManager=robot`, {
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: 'web:1' }] },
        },
      },
    },
  });
  if (status !== 201) throw new Error(text);
}
