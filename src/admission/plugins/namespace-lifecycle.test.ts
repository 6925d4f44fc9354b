import { expect, test } from 'vitest';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { User } from '../../api/meta/user.ts';
import type { PluginDependencies } from '../descriptor.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';

test.each([
  ['of an object in a namespace', 'configmaps', 'shop', true],
  ['of an object in a namespace that is gone', 'configmaps', 'gone', false],
  ['of an object in no namespace', 'nodes', '', true],
  ['of a namespace, which the caches may not show yet', 'namespaces', 'new', true],
])(
  'an update that changes nothing %s need not be shown: %s %s %s',
  async (_, resource, namespace, expected) => {
    const objects = new MemoryObjects();
    objects
      .lister({ resource: 'namespaces' })
      .put({ metadata: { name: 'shop' }, status: { phase: 'Terminating' } });
    const given = { dialect: dialects[0]!, objects, clock: { now: () => 0 } } as Partial<PluginDependencies>;
    const plugin = await namespaceLifecycle.create(given as PluginDependencies);
    const target = {
      operation: 'UPDATE',
      group: '',
      version: 'v1',
      resource,
      subresource: '',
      namespace,
      user: { name: 'a', groups: [], extra: {} } as unknown as User,
      annotate: () => {},
    } as const;
    expect(plugin.skipsNoopUpdates!(target)).toBe(expected);
  },
);
