import type { ConnectionRules } from '../../registry/subresource-rules.ts';

/** A subresource that takes any method, and passes it on. */
export const proxy = (options: string): ConnectionRules => ({
  type: 'connection',
  // OPTIONS has no verb.
  verbs: ['', 'create', 'delete', 'get', 'patch', 'update'],
  options: { group: '', version: 'v1', kind: options },
});

/** A subresource that becomes streams in both directions. */
export const stream = (options: string): ConnectionRules => ({
  type: 'connection',
  verbs: ['create', 'get'],
  options: { group: '', version: 'v1', kind: options },
});
