import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Answer, ApiClient } from './api-client.ts';
import type { OpenSslIdentity } from './openssl.ts';
import type { Rule } from './rbac.ts';
import type { TestServer } from './server.ts';

/** What somebody shows to say who he is. */
export interface Credentials {
  token?: string;
  identity?: OpenSslIdentity;
  headers?: Record<string, string | string[]>;
}

/** The ways of callers to a server that speaks with the words of one domain. */
export class Callers {
  readonly #server: TestServer;
  readonly #api: string;
  #granted = 0;

  constructor(server: TestServer, api: string) {
    this.#server = server;
    this.#api = api;
  }

  /** On a connection of its own, so that no certificate is left over from before. */
  async send(who: Credentials, method: string, path: string, body?: object | string): Promise<Answer> {
    const ca = readFileSync(join(this.#server.directory, 'ca.crt'));
    const own = who.identity && { key: who.identity.key, cert: who.identity.certificate };
    const client = new ApiClient(this.#server.port, new Agent({ ca, ...own }), who.token);
    const headers = who.headers ?? {};
    try {
      return await client.send(method, path, body === undefined ? { headers } : { headers, body });
    } finally {
      client.close();
    }
  }

  /** What the answer says, which is no error. */
  async done(who: Credentials, method: string, path: string, body?: object): Promise<any> {
    const answer = await this.send(who, method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  /** The code of the answer, and its message if it is an error. */
  async outcome(who: Credentials, method: string, path: string, body?: object): Promise<unknown[]> {
    const { status, body: answer } = await this.send(who, method, path, body);
    return status < 400 ? [status] : [status, answer.message];
  }

  /** Name, uid, groups and extra, as the server knows him; a text when the server refuses. */
  async whoIs(who: Credentials): Promise<unknown> {
    const reviews = `/apis/authentication.${this.#api}/v1/selfsubjectreviews`;
    const { status, body } = await this.send(who, 'POST', reviews, {});
    return status === 201 ? body.status.userInfo : `${status} ${body.message}`;
  }

  async nameOf(who: Credentials): Promise<unknown> {
    const found = await this.whoIs(who);
    return typeof found === 'string' ? found : (found as { username: string }).username;
  }

  /** Lets a user, or `Group:` and a group, do what the rules say: in a namespace, or everywhere. */
  async grant(who: string, rules: Rule[], namespace = ''): Promise<void> {
    const apiGroup = `rbac.authorization.${this.#api}`;
    const kind = namespace === '' ? 'ClusterRole' : 'Role';
    const place = `/apis/${apiGroup}/v1${namespace === '' ? '' : `/namespaces/${namespace}`}`;
    const name = `granted-${++this.#granted}`;
    const group = who.startsWith('Group:');
    const subject = { kind: group ? 'Group' : 'User', name: group ? who.slice(6) : who, apiGroup };
    const roleRef = { apiGroup, kind, name };
    const { client } = this.#server;
    const role = await client.post(`${place}/${kind.toLowerCase()}s`, { metadata: { name }, rules });
    const bindings = `${place}/${kind.toLowerCase()}bindings`;
    const binding = await client.post(bindings, { metadata: { name }, roleRef, subjects: [subject] });
    expect([role.status, binding.status], role.text + binding.text).toEqual([201, 201]);
  }
}

/** One sentence of the specification: what is asked, and what comes back. */
export type Row = readonly [sentence: string, ask: () => unknown, answer: unknown];
