import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, startBrowser } from '../../support/browser.ts';
import { Dashboard } from '../../support/dashboard.ts';
import { TestServer } from '../../support/server.ts';
import { WatchedPage } from '../../support/watched-page.ts';

const credential = 'admin-token';
/** The user `nobody`. */
const otherUser = 65_534;

/** A kubeconfig whose credential is a text that can be looked for. */
function tokenConfig(server: TestServer): string {
  const path = join(server.directory, 'token.kubeconfig');
  const certificate = readFileSync(join(server.directory, 'ca.crt')).toString('base64');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'a',
    clusters: [
      {
        name: 'a',
        cluster: { server: `https://127.0.0.1:${server.port}`, 'certificate-authority-data': certificate },
      },
    ],
    users: [{ name: 'a', user: { token: credential } }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
  };
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 });
  return path;
}

describe.skipIf(missingBrowser !== undefined)('others than the user of the dashboard', () => {
  let server: TestServer;
  let dashboard: Dashboard;
  let browser: Browser;
  let site: Server;
  /** A page of another site, which has come to know the URL. */
  let evil: Page;
  beforeAll(async () => {
    server = await TestServer.start();
    dashboard = await Dashboard.start({ directory: server.directory, kubeconfig: tokenConfig(server) });
    site = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>other</title>'),
    ).listen(0, '127.0.0.1');
    await once(site, 'listening');
    // A name of another site that leads to this machine, as its owner can make it.
    browser = await startBrowser('--host-resolver-rules=MAP evil.example 127.0.0.1');
    evil = await browser.newPage();
    await evil.goto(`http://evil.example:${(site.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await dashboard?.stop();
    await server?.remove();
  });
  const inEvil = <T>(script: string): Promise<T> =>
    evil.evaluate<T>(`(${script})(${JSON.stringify(dashboard.url)})`);

  it('another site can read nothing and change nothing, though it knows the URL', async () => {
    const read = await inEvil<string[]>(`async (url) => {
      const ask = (path, options) => fetch(url + path, options).then((answer) => answer.text(), () => 'refused');
      const write = { method: 'POST', mode: 'no-cors', body: '{"metadata":{"name":"stolen"}}' };
      return Promise.all([
        ask(''), ask('local/session'), ask('cluster/api/v1/secrets'), ask('cluster/api/v1/secrets', { mode: 'no-cors' }),
        ask('cluster/api/v1/namespaces', write),
      ]);
    }`);
    expect(read).toEqual(['refused', 'refused', 'refused', '', '']);
    expect((await server.client.get('/api/v1/namespaces/stolen')).status).toBe(404);
  });

  it('another site can neither show the page, nor run its scripts, nor connect', async () => {
    const seen = await inEvil<unknown[]>(`async (url) => {
      const outcome = (element) => new Promise((resolve) => {
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        document.body.append(element);
      });
      const script = Object.assign(document.createElement('script'), { src: url + 'main.js' });
      const frame = Object.assign(document.createElement('iframe'), { src: url });
      const socket = new Promise((resolve) => {
        const one = new WebSocket(url.replace('http', 'ws') + 'cluster/api/v1/pods?watch=1');
        one.onopen = () => resolve('open');
        one.onerror = () => resolve('refused');
      });
      await outcome(frame);
      let inner;
      try { inner = frame.contentDocument?.title ?? 'of another origin'; } catch { inner = 'of another origin'; }
      return [await outcome(script), await socket, inner];
    }`);
    expect(seen).toEqual(['refused', 'refused', 'of another origin']);
    const frame = evil.frames().at(-1)!;
    expect(await frame.locator('main').count()).toBe(0);
  });

  it('under another host name, and without its token, the page is not served', async () => {
    const { port, pathname } = new URL(dashboard.url);
    const page = await browser.newPage();
    const underName = await page.goto(`http://evil.example:${port}${pathname}`);
    expect([underName!.status(), await page.content()]).toEqual([403, expect.stringContaining('host name')]);
    const withoutToken = await page.goto(`http://127.0.0.1:${port}/`);
    expect([withoutToken!.status(), await page.content()]).toEqual([403, expect.stringContaining('token')]);
    await page.close();
  });

  it.skipIf(process.getuid?.() !== 0)(
    'another user of the machine finds the port, and neither the URL nor an answer',
    async () => {
      const { port, pathname } = new URL(dashboard.url);
      // All that such a user may read of the process, and what he gets of the port.
      const script = `
        cat /proc/${dashboard.pid}/cmdline /proc/${dashboard.pid}/environ /proc/*/cmdline 2>/dev/null | tr '\\0' ' '
        ls -l /proc/${dashboard.pid}/fd 2>/dev/null
        cat ${server.directory}/token.kubeconfig 2>/dev/null
        curl -s -m 10 -w '%{http_code}' http://127.0.0.1:${port}/cluster/api/v1/secrets`;
      const child = spawn('/bin/sh', ['-c', script], { uid: otherUser, gid: otherUser, cwd: '/' });
      const chunks: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      await once(child, 'close');
      const found = Buffer.concat(chunks).toString();
      expect(found).toContain('dashboard');
      expect(found.slice(-3)).toBe('403');
      expect(found).not.toContain(pathname.replaceAll('/', ''));
      expect(found).not.toContain(`"token":"${credential}"`);
    },
  );

  it('the page itself never sees the credential', async () => {
    const watched = await WatchedPage.open(browser, dashboard);
    const { page } = watched;
    const seen: string[] = [];
    page.on('request', (request) => seen.push(JSON.stringify(request.headers())));
    page.on('response', (response) => {
      seen.push(JSON.stringify(response.headers()));
      const isWatch = response.url().includes('watch=1');
      if (!isWatch)
        void response
          .text()
          .then((text) => seen.push(text))
          .catch(() => {});
    });
    for (const [place, text] of [
      ['#/namespaces', 'kube-system'],
      ['#/namespaces/-/default?tab=history', 'created'],
      ['#/~server', 'The server is well.'],
      ['#/~why', 'Who may do what'],
    ] as const) {
      await watched.show(place);
      await page.getByText(text).first().waitFor();
    }
    const kept = await page.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
    );
    const all = [...seen, kept, await page.content()].join('\n');
    expect(all).toContain('kube-system');
    expect(all).not.toContain(credential);
    expect(all.toLowerCase()).not.toContain('bearer');
    expect(watched.problems).toEqual([]);
    await page.close();
  });
});
