import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingBrowser, startBrowser } from '../../support/browser.ts';
import { Dashboard } from '../../support/dashboard.ts';
import { TestServer } from '../../support/server.ts';
import { WatchedPage } from '../../support/watched-page.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

describe.skipIf(missingBrowser !== undefined)('places of the dashboard', () => {
  let server: TestServer;
  let dashboard: Dashboard;
  let browser: Browser;
  let watched: WatchedPage;
  beforeAll(async () => {
    server = await TestServer.start();
    for (const name of ['first', 'second', 'third']) {
      const metadata = { name, labels: { app: name } };
      await server.client.post('/api/v1/namespaces/default/configmaps', { metadata, data: { a: name } });
    }
    dashboard = await Dashboard.start(server);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
    await server?.remove();
  });
  beforeEach(async () => {
    await watched?.page.close();
    watched = await WatchedPage.open(browser, dashboard);
  });
  const text = (content: string | RegExp) => watched.page.getByText(content).first();

  it('keys lead from row to object and back; those who listen hear where they are', async () => {
    const { page } = watched;
    await watched.show('#/configmaps?ns=default&q=ir');
    await page.getByRole('link', { name: 'third' }).waitFor();
    expect(await page.title()).toMatch(/^configmaps in default · 127\.0\.0\.1:/);
    for (const key of ['j', 'j']) await page.keyboard.press(key);
    await page.getByRole('status').filter({ hasText: 'third, 2 of 2' }).waitFor({ state: 'attached' });
    await page.keyboard.press('y');
    await page.getByLabel('YAML').waitFor();
    await expect.poll(() => page.title()).toMatch(/^third, yaml · configmaps in default/);
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'first' }).waitFor();
    expect(page.url()).toContain('#/configmaps?ns=default&q=ir');
  });

  it('a place shows what its URL says: labels, columns, order', async () => {
    const { page } = watched;
    await watched.show('#/configmaps?l=app in (first,third)&cols=Namespace,Name&sort=Name&desc=1');
    await page.getByRole('link', { name: 'third' }).waitFor();
    const names = await page.locator('.grid td a').allTextContents();
    expect([names, await page.locator('.grid th').allTextContents()]).toEqual([
      ['third', 'first'],
      ['Namespace', 'Name ▾'],
    ]);
  });

  it('a type that comes while the page is open is found, and followed', async () => {
    const { page } = watched;
    await watched.show('#/configmaps?ns=default');
    await page.getByRole('link', { name: 'first' }).waitFor();
    await server.client.post(definitions, definition);
    await expect
      .poll(async () => (await server.client.get('/apis/shop.example/v1/namespaces/default/teapots')).status)
      .toBe(200);
    await page.keyboard.press(':');
    await page.keyboard.type('teapot default');
    await page.getByRole('option', { name: 'teapots.shop.example' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.live-state.live').waitFor();
    await server.client.post('/apis/shop.example/v1/namespaces/default/teapots', {
      apiVersion: 'shop.example/v1',
      kind: 'Teapot',
      metadata: { name: 'blue' },
    });
    await page.getByRole('link', { name: 'blue' }).waitFor();
  });

  it('an edit is not lost by a key, nor by closing the page without a question', async () => {
    const { page } = watched;
    await watched.show('#/configmaps/default/first?tab=yaml&edit=1');
    await page.locator('.cm-line', { hasText: 'a: first' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('ly');
    await page.getByRole('button', { name: 'Discard' }).focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('.cm-line', { hasText: 'a: firstly' }).count()).toBe(1);
    const isAskedAtEnd = `(() => {
      const event = new Event('beforeunload', { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    })()`;
    expect(await page.evaluate(isAskedAtEnd)).toBe(true);
    page.once('dialog', (one) => void one.dismiss());
    await page.getByRole('link', { name: 'History' }).click();
    expect(page.url()).toContain('edit=1');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
  });

  it('a manifest is tried: of an object that is there, it tells what it would change', async () => {
    const { page } = watched;
    await watched.show('#/~why');
    const manifest = (name: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default}\ndata: {a: other}\n`;
    await page.getByLabel('Manifest').fill(`${manifest('first')}---\n${manifest('fourth')}`);
    await page.getByRole('button', { name: 'Try' }).click();
    await text('ConfigMap first in namespace default would be changed.').waitFor();
    await text('ConfigMap fourth in namespace default would be created.').waitFor();
    const { data } = (await server.client.get('/api/v1/namespaces/default/configmaps/first')).body;
    expect(data).toEqual({ a: 'first' });
  });

  it('the menu of columns closes with Esc, and the search stays', async () => {
    const { page } = watched;
    await watched.show('#/configmaps?ns=default&q=ir');
    await page.getByText('Columns', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Data' }).click();
    await expect.poll(() => page.url()).toContain('cols=Name%2CAge');
    await page.keyboard.press('Escape');
    expect(await page.locator('details.menu[open]').count()).toBe(0);
    expect(page.url()).toContain('q=ir');
  });

  it('a table of the server that could not be read once is read again', async () => {
    const { page } = watched;
    let failures = 0;
    await page.route(/local\/debug/, (route) =>
      ++failures <= 2 ? route.fulfill({ status: 422, json: { message: 'away' } }) : route.continue(),
    );
    await watched.show('#/~server');
    await page.getByRole('heading', { name: 'Caches' }).waitFor();
    await page.getByRole('heading', { name: 'Slow requests' }).waitFor();
  });

  it('a user who may do little is told so in sentences, and sees nothing that he may not', async () => {
    const other = await Dashboard.start(server, '--as=reader');
    const narrow = await WatchedPage.open(browser, other);
    const { page } = narrow;
    await narrow.show('#/secrets?ns=default');
    await page
      .getByText(/User "reader" cannot list resource "secrets"/)
      .first()
      .waitFor();
    await narrow.show('#/~server');
    await page.getByText(/The metrics cannot be read\..*cannot get path "\/metrics"/).waitFor();
    expect(await page.getByRole('heading', { name: 'Slow requests' }).count()).toBe(0);
    expect(await page.locator('.plot').count()).toBe(0);
    await narrow.picture('16-little-allowed');
    expect([narrow.problems, await narrow.barriers()]).toEqual([[], []]);
    await page.close();
    await other.stop();
  });

  it('a place that is not there says so', async () => {
    await watched.show('#/configmaps/default/nothing');
    await text('There is no such object.').waitFor();
    await watched.show('#/unicorns');
    await text('The server has no type of this name, or you may not see it.').waitFor();
  });
});

const definition = {
  metadata: { name: 'teapots.shop.example' },
  spec: {
    group: 'shop.example',
    scope: 'Namespaced',
    names: { plural: 'teapots', singular: 'teapot', kind: 'Teapot', listKind: 'TeapotList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
