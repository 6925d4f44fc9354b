import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Kubeconfig } from '../../client/kubeconfig.ts';
import { systemClock } from '../../util/clock.ts';
import { WebhookUsers } from './webhook-users.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'users-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Users of these names, whose tokens are their names; the current context is that of `current`. */
function usersOf(names: readonly string[], current?: string): WebhookUsers {
  const path = join(directory, 'config');
  const config = {
    users: names.map((name) => ({ name, user: { token: name } })),
    contexts: [{ name: 'now', context: { user: current } }],
    ...(current === undefined ? {} : { 'current-context': 'now' }),
  };
  writeFileSync(path, JSON.stringify(config));
  return new WebhookUsers(Kubeconfig.read(path, systemClock));
}

const service = 'hook.apps.svc:443';

describe('the user for a webhook', () => {
  it.each<[string, readonly string[], string, string | undefined]>([
    ['is that of its address', ['*', '*.svc:443', service], service, service],
    ['goes before the one without the port', ['hook.apps.svc', service], service, service],
    [
      'may be that of the address without the port of https',
      ['hook.apps.svc', '*'],
      service,
      'hook.apps.svc',
    ],
    [
      'is never that of another port',
      ['hook.apps.svc', 'hook.apps.svc:8443'],
      'hook.apps.svc:444',
      undefined,
    ],
    ['may have a star for the first label', ['*', '*.apps.svc:443'], service, '*.apps.svc:443'],
    ['may have a star for several labels', ['*', '*.svc:443'], service, '*.svc:443'],
    ['has the longest name that fits', ['*.svc:443', '*.apps.svc:443'], service, '*.apps.svc:443'],
    ['has the port, if any of those with it fits', ['*.apps.svc', '*.svc:443'], service, '*.svc:443'],
    ['may have a star and no port', ['*.apps.svc', '*'], service, '*.apps.svc'],
    ['is else the one for all', ['*', 'other.apps.svc:443'], service, '*'],
    ['of another Service is nobody', ['other.apps.svc:443', '*.other.svc'], service, undefined],
    ['of a URL is that of its host and port', ['a.example:8443'], 'a.example:8443', 'a.example:8443'],
  ])('%s', async (_, names, target, expected) => {
    const authorization = await usersOf(names).of(target)?.authorization?.();
    expect(authorization).toBe(expected === undefined ? undefined : `Bearer ${expected}`);
  });

  it('is the current one when no name fits', async () => {
    const names = ['somebody', 'other.apps.svc:443'];
    expect(await usersOf(names, 'somebody').of(service)?.authorization?.()).toBe('Bearer somebody');
    expect(usersOf(names, 'nobody').of(service)).toBeUndefined();
    expect(usersOf(names).of(service)).toBeUndefined();
    expect(new WebhookUsers(undefined).of(service)).toBeUndefined();
  });
});
