import { afterAll, afterEach, beforeAll } from 'vitest';
import { type AdmissionOptions, serverWith } from './admission.ts';
import type { Answer, ApiClient } from './api-client.ts';
import type { TestServer } from './server.ts';
import { type Answering, type TestBehaviour, TestHttpsServer } from './unit/https-server.ts';

/** The `request` of an AdmissionReview, as it came. */
export type Asked = any;

/** What a webhook does with a question: a part of the `response`, or something worse. */
export type Verdict = { [field: string]: unknown } | { raw: TestBehaviour };

/** Webhooks for tests: an HTTPS server that has a path for each. */
export class TestWebhooks {
  readonly server: TestHttpsServer;
  readonly #verdicts = new Map<string, (asked: Asked, review: any) => Verdict | Promise<Verdict>>();

  private constructor(server: TestHttpsServer) {
    this.server = server;
  }

  static async start(options: Parameters<typeof TestHttpsServer.start>[1] = {}): Promise<TestWebhooks> {
    const webhooks = new TestWebhooks(await TestHttpsServer.start(undefined, options));
    webhooks.server.answer(webhooks.#answer);
    return webhooks;
  }

  /** From now on the webhook at this path does so. */
  at(path: string, verdict: (asked: Asked, review: any) => Verdict | Promise<Verdict>): void {
    this.#verdicts.set(path, verdict);
  }

  /** What the webhook at this path was asked, in order. */
  asked(path: string): Asked[] {
    return this.reviews(path).map(({ request }) => request);
  }

  reviews(path: string): any[] {
    return this.server.calls.filter((call) => pathOf(call.path) === path).map(({ body }) => body);
  }

  forget(): void {
    this.server.calls.length = 0;
    this.#verdicts.clear();
  }

  get caBundle(): string {
    return base64(this.server.authority.certificate);
  }

  clientConfig(path: string): object {
    return { url: this.server.url + path, caBundle: this.caBundle };
  }

  close(): Promise<void> {
    return this.server.close();
  }

  readonly #answer: Answering = async ({ path, body }) => {
    const verdict = (await this.#verdicts.get(pathOf(path))?.(body.request, body)) ?? {};
    if ('raw' in verdict) return verdict.raw as TestBehaviour;
    const response = { uid: body.request.uid, allowed: true, ...verdict };
    return { body: { apiVersion: body.apiVersion, kind: 'AdmissionReview', response } };
  };
}

const pathOf = (target: string): string => target.split('?')[0]!;

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The part of a response that says a patch. */
export const patching = (...operations: object[]) => ({
  patchType: 'JSONPatch',
  patch: base64(JSON.stringify(operations)),
});

export const rule = (
  resources: readonly string[],
  operations: readonly string[] = ['CREATE'],
  apiGroups: readonly string[] = ['*'],
  apiVersions: readonly string[] = ['*'],
): object => ({ operations, apiGroups, apiVersions, resources });

export type Sort = 'mutating' | 'validating';

/** A webhook of a configuration, with what v1 cannot do without. */
export const webhook = (name: string, clientConfig: object, more: object = {}): any => ({
  name,
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  clientConfig,
  rules: [rule(['configmaps'])],
  ...more,
});

const path = (sort: Sort, version: string, api: string): string =>
  `/apis/admissionregistration.${api}/${version}/${sort}webhookconfigurations`;

/** Makes a configuration, or replaces it; rejects when it is refused. */
export async function configure(
  client: ApiClient,
  sort: Sort,
  name: string,
  webhooks: readonly object[],
  { version = 'v1', api = 'k8s.io' }: { version?: string; api?: string } = {},
): Promise<void> {
  await unconfigure(client, sort, name, api);
  const answer = await client.post(path(sort, version, api), { metadata: { name }, webhooks });
  if (answer.status !== 201) throw new Error(answer.text);
}

export const unconfigure = (client: ApiClient, sort: Sort, name: string, api = 'k8s.io'): Promise<Answer> =>
  client.delete(`${path(sort, 'v1', api)}/${name}`);

/** All of them. */
export async function unconfigureAll(client: ApiClient): Promise<void> {
  for (const sort of ['mutating', 'validating'] as const) await client.delete(path(sort, 'v1', 'k8s.io'));
}

/** Values of a metric by its labels, as they stand: `{name="a"}`. */
export async function metricLines(client: ApiClient, name: string): Promise<string[]> {
  const { text } = await client.get('/metrics');
  return text.split('\n').filter((line) => line.startsWith(`${name}{`));
}

/**
 * Webhooks and a server that calls them, for the tests of a file: no configuration outlives its test. `started` is
 * handed both before the first one.
 */
export function withWebhooks(
  options: AdmissionOptions,
  started: (parts: { hooks: TestWebhooks; server: TestServer }) => void,
): void {
  let hooks: TestWebhooks | undefined;
  let server: TestServer | undefined;
  beforeAll(async () => {
    hooks = await TestWebhooks.start();
    server = await serverWith(options);
    started({ hooks, server });
  });
  afterEach(async () => {
    await unconfigureAll(server!.client);
    hooks!.forget();
  });
  afterAll(async () => {
    await server?.remove();
    await hooks?.close();
  });
}
