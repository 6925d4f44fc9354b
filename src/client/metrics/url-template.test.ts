import { expect, it } from 'vitest';
import { urlTemplate } from './url-template.ts';

it.each([
  ['/api/v1/pods?limit=5', '/api/v1/pods'],
  ['/api/v1/nodes/near', '/api/v1/nodes/{name}'],
  ['/api/v1/nodes/near/status', '/api/v1/nodes/{name}/status'],
  ['/api/v1/namespaces', '/api/v1/namespaces'],
  ['/api/v1/namespaces/shop', '/api/v1/namespaces/{name}'],
  ['/api/v1/namespaces/shop/finalize', '/api/v1/namespaces/{name}/finalize'],
  ['/api/v1/namespaces/shop/status', '/api/v1/namespaces/{name}/status'],
  ['/api/v1/namespaces/shop/pods', '/api/v1/namespaces/{namespace}/pods'],
  ['/api/v1/namespaces/shop/pods/web', '/api/v1/namespaces/{namespace}/pods/{name}'],
  ['/api/v1/namespaces/shop/pods/web/log?follow=true', '/api/v1/namespaces/{namespace}/pods/{name}/log'],
  ['/api/v1/namespaces/shop/pods/web/proxy/a/b', '/api/v1/namespaces/{namespace}/pods/{name}/proxy'],
  ['/apis/apps/v1/deployments', '/apis/apps/v1/deployments'],
  [
    '/apis/apps/v1/namespaces/shop/deployments/web',
    '/apis/apps/v1/namespaces/{namespace}/deployments/{name}',
  ],
  ['/api', '/{prefix}'],
  ['/apis/apps/v1', '/{prefix}'],
  ['/healthz', '/{prefix}'],
])('%s is counted as %s', (path, template) => {
  expect(decodeURIComponent(urlTemplate(path))).toBe(template);
  expect(urlTemplate(path)).not.toContain('{');
});
