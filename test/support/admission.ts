import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Answer } from './api-client.ts';
import { TestServer } from './server.ts';

export interface AdmissionOptions {
  on?: readonly string[];
  off?: readonly string[];
  /** What the plugins are told, by their names. */
  configuration?: Readonly<Record<string, unknown>>;
  /** Lines of a file of tokens: `token,user,uid,"group,group"`. An administrator is among them in any case. */
  users?: readonly string[];
  /** Everybody may do everything when not given. */
  mode?: string;
  flags?: readonly string[];
  dialect?: 'orch' | 'kubernetes';
}

/** A server with these plugins on, in a directory of its own. */
export function serverWith(options: AdmissionOptions): Promise<TestServer> {
  const { on = [], off = [], configuration, users = [], mode = 'AlwaysAllow', flags = [] } = options;
  const directory = mkdtempSync(join(tmpdir(), 'admission-'));
  const tokens = join(directory, 'users.csv');
  const settings = join(directory, 'admission.yaml');
  writeFileSync(tokens, ['admin-token,admin,1,"system:masters"', ...users].join('\n'));
  const plugins = Object.entries(configuration ?? {}).map(([name, value]) => ({
    name,
    configuration: value,
  }));
  const file = {
    apiVersion: `apiserver.config.${options.dialect === 'orch' ? 'orch.io' : 'k8s.io'}/v1`,
    kind: 'AdmissionConfiguration',
    plugins,
  };
  writeFileSync(settings, JSON.stringify(file));
  return TestServer.start({
    directory,
    ...(options.dialect === undefined ? {} : { dialect: options.dialect }),
    flags: [
      `--token-auth-file=${tokens}`,
      `--authorization-mode=${mode}`,
      ...(on.length > 0 ? [`--enable-admission-plugins=${on.join(',')}`] : []),
      ...(off.length > 0 ? [`--disable-admission-plugins=${off.join(',')}`] : []),
      ...(configuration === undefined ? [] : [`--admission-control-config-file=${settings}`]),
      ...flags,
    ],
  }).catch((error) => {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  });
}

/** What a server says that does not start. */
export async function startFault(options: AdmissionOptions): Promise<string> {
  const outcome = await serverWith(options).catch((error: Error) => error.message);
  if (typeof outcome === 'string') return outcome;
  await outcome.remove();
  return 'started';
}

export interface Expected {
  status: number;
  /** The whole of it, or what it matches. */
  message?: string | RegExp;
  /** Is part of the answer. */
  shows?: object;
  /** Of arrays and maps that must be exactly so: the answer's values by path, `spec.tolerations`. */
  exactly?: Readonly<Record<string, unknown>>;
}

/** One sentence of the specification: what is done, and what comes of it. */
export type Sentence = readonly [sentence: string, act: () => Promise<Answer>, expected: Expected];

export function expectAnswer(answer: Answer, { status, message, shows, exactly = {} }: Expected): void {
  expect(answer.status, answer.text).toBe(status);
  if (status === 403) expect(answer.body.reason).toBe('Forbidden');
  if (typeof message === 'string') expect(answer.body.message).toBe(message);
  else if (message !== undefined) expect(answer.body.message).toMatch(message);
  if (shows !== undefined) expect(answer.body).toMatchObject(shows);
  for (const [path, value] of Object.entries(exactly)) {
    const found = path.split('.').reduce((at, name) => at?.[name], answer.body);
    expect(found, path).toEqual(value);
  }
}

/** 201 or 200, or what went wrong. */
export async function done(answer: Promise<Answer>): Promise<any> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}

/** A pod of one container. */
export const podWith = (name: string, spec: object = {}, metadata: object = {}): any => ({
  metadata: { name, ...metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});

export const container = (name: string, more: object = {}): any => ({ name, image: 'i', ...more });

export const forbiddenPod = (name: string, why: string): Expected => ({
  status: 403,
  message: `pods "${name}" is forbidden: ${why}`,
});
