import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Dashboard } from './dashboard.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Folder of the pictures: they stay after the test, for people to look at. */
const pictures = process.env['SCREENSHOTS'] ?? join(tmpdir(), 'dashboard-screenshots');

interface AxeResult {
  violations: { id: string; impact: string; help: string; nodes: { html: string }[] }[];
}

/** A page of the dashboard in a browser, and all that goes wrong in it. */
export class WatchedPage {
  readonly page: Page;
  /** Errors of scripts, refusals by the content security policy, requests to other hosts. */
  readonly problems: string[] = [];
  readonly #url: string;

  private constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    page.on('pageerror', ({ message }) => this.problems.push(message));
    page.on('console', (line) => {
      if (/Content Security Policy|Trusted ?Type/i.test(line.text())) this.problems.push(line.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
        this.problems.push(`asks ${request.url()}`);
    });
  }

  static async open(
    browser: Browser,
    { url }: Dashboard,
    { width = 1280, height = 800, colorScheme = 'dark' as 'dark' | 'light' } = {},
  ): Promise<WatchedPage> {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    page.setDefaultTimeout(20_000);
    return new WatchedPage(page, url);
  }

  /** Goes to a place: `#/pods?ns=default`. */
  async show(place: string): Promise<void> {
    await this.page.goto(this.#url + place);
    await this.page.locator('main').waitFor();
  }

  async picture(name: string): Promise<void> {
    mkdirSync(pictures, { recursive: true });
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }

  /** Findings of axe that keep people from using the page, each as a sentence. */
  async barriers(): Promise<string[]> {
    // As an extension does: the page's policy lets no other script in.
    const session = await this.page.context().newCDPSession(this.page);
    const { readFileSync } = await import('node:fs');
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    await session.send('Runtime.evaluate', { expression: readFileSync(axe, 'utf8'), contextId });
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'axe.run(document).then(({ violations }) => JSON.stringify({ violations }))',
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    await session.detach();
    const { violations } = JSON.parse(result.value) as AxeResult;
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes
            .slice(0, 3)
            .map(({ html }) => html.slice(0, 200))
            .join(' ')}`,
      );
  }
}
