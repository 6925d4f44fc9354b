/** Small objects for tests. */

export const pods = '/api/v1/namespaces/default/pods';
export const configMaps = '/api/v1/namespaces/default/configmaps';
export const deployments = '/apis/apps/v1/namespaces/default/deployments';

export function pod(name: string, labels: Record<string, string> = {}, spec: object = {}): any {
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name, labels },
    spec: { containers: [{ name: 'main', image: 'registry.example/app:1' }], ...spec },
  };
}

export function configMap(name: string, data: Record<string, string> = {}, metadata: object = {}): any {
  return { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, ...metadata }, data };
}

export function deployment(name: string, replicas = 1): any {
  const labels = { app: name };
  return {
    kind: 'Deployment',
    apiVersion: 'apps/v1',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'main', image: 'registry.example/app:1' }] },
      },
    },
  };
}
