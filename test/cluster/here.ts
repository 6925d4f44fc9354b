import { become, expectThat } from './api.ts';
import { images } from './images.ts';
import type { RunningKubectl } from './kubectl.ts';
import type { ClusterNode } from './node.ts';
import type { Scene } from './scene.ts';

/** A check of the cluster, in a namespace of its own. */
export interface Check {
  /** A sentence that says what is so. */
  name: string;
  /** The minor number of the first release that has it. */
  since?: number;
  /** It stops something that others need. */
  isAlone?: boolean;
  run(here: Here): Promise<void>;
}

export interface PodOptions {
  /** A script of its shell; sleeps without one. */
  script?: string;
  image?: string;
  labels?: Record<string, string>;
  /** Fields of the container. */
  container?: object;
  /** Fields of the pod's spec. */
  spec?: object;
  annotations?: Record<string, string>;
}

/** Ends at once when it is told to: as a first process, a shell would not. */
export const idle = "trap 'exit 0' TERM; while :; do sleep 3600 & wait $!; done";
/** Answers with its name and version on 8080. */
export const web =
  'mkdir -p /tmp/www; echo "$HOSTNAME $VERSION" > /tmp/www/index.html; exec httpd -f -p 8080 -h /tmp/www';

/** What a pod is made of, for pods and for templates. */
export function podTemplate({
  script = idle,
  image = images.tools,
  labels,
  annotations,
  container,
  spec,
}: PodOptions) {
  const main = { name: 'main', image, command: ['/bin/sh', '-c', script], ...container };
  return {
    metadata: { ...(labels && { labels }), ...(annotations && { annotations }) },
    spec: { terminationGracePeriodSeconds: 2, containers: [main], ...spec },
  };
}

const groups: Record<string, string> = {
  deployments: '/apis/apps/v1',
  replicasets: '/apis/apps/v1',
  daemonsets: '/apis/apps/v1',
  statefulsets: '/apis/apps/v1',
  jobs: '/apis/batch/v1',
  cronjobs: '/apis/batch/v1beta1',
  poddisruptionbudgets: '/apis/policy/v1beta1',
  roles: '/apis/rbac.authorization.k8s.io/v1',
  rolebindings: '/apis/rbac.authorization.k8s.io/v1',
};

/** What a check works with. */
export class Here {
  readonly scene: Scene;
  readonly namespace: string;

  constructor(scene: Scene, namespace: string) {
    this.scene = scene;
    this.namespace = namespace;
  }

  /** The same in another namespace. */
  in(namespace: string): Here {
    return new Here(this.scene, namespace);
  }

  /** `/api/v1/namespaces/check/pods/web` */
  path(resource: string, name = '', subresource = ''): string {
    const parts = [groups[resource] ?? '/api/v1', 'namespaces', this.namespace, resource, name, subresource];
    return parts.filter((part) => part !== '').join('/');
  }

  create(resource: string, object: object): Promise<any> {
    return this.scene.api.create(this.path(resource), object);
  }

  get(resource: string, name: string): Promise<any> {
    return this.scene.api.get(this.path(resource, name));
  }

  find(resource: string, name: string): Promise<any> {
    return this.scene.api.find(this.path(resource, name));
  }

  async list(resource: string, selector = ''): Promise<any[]> {
    const query = selector === '' ? '' : `?labelSelector=${encodeURIComponent(selector)}`;
    return (await this.scene.api.get(`${this.path(resource)}${query}`)).items;
  }

  merge(resource: string, name: string, change: object): Promise<any> {
    return this.scene.api.merge(this.path(resource, name), change);
  }

  delete(resource: string, name: string, options: object = {}): Promise<any> {
    return this.scene.api.delete(this.path(resource, name), options);
  }

  /** kubectl in the namespace. */
  ask(...words: string[]): Promise<string> {
    return this.scene.kubectl.ask(`--namespace=${this.namespace}`, ...words);
  }

  tell(input: string, ...words: string[]): Promise<string> {
    return this.scene.kubectl.tell(input, `--namespace=${this.namespace}`, ...words);
  }

  start(...words: string[]): RunningKubectl {
    return this.scene.kubectl.start(`--namespace=${this.namespace}`, ...words);
  }

  /** What a script in a pod prints. */
  exec(pod: string, script: string): Promise<string> {
    return this.ask('exec', pod, '--', 'sh', '-c', script);
  }

  /** Pods are refused before the account and, in this release, its token are there. */
  accountIsThere(): Promise<void> {
    const look = async () => (await this.find('serviceaccounts', 'default'))?.secrets !== undefined;
    return become(`the account of ${this.namespace} is there`, look);
  }

  makePod(name: string, options: PodOptions = {}): Promise<any> {
    const { metadata, spec } = podTemplate({ labels: { name }, ...options });
    return this.create('pods', { metadata: { name, ...metadata }, spec });
  }

  /** Makes a pod and waits until it is ready. */
  async pod(name: string, options: PodOptions = {}): Promise<any> {
    await this.makePod(name, options);
    return this.ready(name);
  }

  async ready(name: string, seconds = 60): Promise<any> {
    await this.podIs(name, 'ready', isReady, seconds);
    return this.get('pods', name);
  }

  /** Waits for what a pod becomes. */
  podIs(name: string, what: string, isSo: (pod: any) => boolean, seconds = 60): Promise<void> {
    const look = async () => {
      const pod = await this.get('pods', name);
      return isSo(pod) || { ...pod.status, podIPs: undefined, qosClass: undefined, conditions: shown(pod) };
    };
    return become(`pod ${name} is ${what}`, look, seconds);
  }

  phase(name: string, phase: string, seconds = 60): Promise<void> {
    return this.podIs(name, phase, ({ status }) => status.phase === phase, seconds);
  }

  gone(resource: string, name: string, seconds = 60): Promise<void> {
    return become(
      `${resource} ${name} is gone`,
      async () => (await this.find(resource, name)) === undefined,
      seconds,
    );
  }

  /** Waits until so many pods are ready and no others are there; returns them. */
  async pods(selector: string, count: number, seconds = 90): Promise<any[]> {
    let found: any[] = [];
    const look = async () => {
      found = await this.list('pods', selector);
      return (
        (found.length === count && found.every(isReady)) ||
        found.map(({ metadata, status }) => [metadata.name, status.phase])
      );
    };
    await become(`${count} pods ${selector} are ready`, look, seconds);
    return found;
  }

  /** A web server in each pod of a Deployment. */
  async webDeployment(name: string, replicas: number, options: PodOptions = {}): Promise<void> {
    const labels = { app: name };
    const readinessProbe = { httpGet: { path: '/', port: 8080 }, periodSeconds: 1 };
    const template = podTemplate({
      script: web,
      labels,
      ...options,
      container: { readinessProbe, ...options.container },
    });
    await this.create('deployments', {
      metadata: { name },
      spec: { replicas, selector: { matchLabels: labels }, template },
    });
    await this.pods(`app=${name}`, replicas);
  }

  service(name: string, spec: object = {}): Promise<any> {
    return this.create('services', {
      metadata: { name },
      spec: { selector: { app: name }, ports: [{ port: 80, targetPort: 8080 }], ...spec },
    });
  }

  /** Waits until each name answers at an address, as a script's `wget` there sees it. */
  async answers(pod: string, url: string, names: readonly string[], seconds = 60): Promise<void> {
    const look = async () => {
      const text = await this.exec(
        pod,
        `for n in 1 2 3 4 5 6 7 8 9 10 11 12; do timeout 3 wget -q -O - ${url} || echo none; done`,
      );
      const found = new Set(
        text
          .trim()
          .split('\n')
          .map((line) => line.split(' ')[0]!),
      );
      return (found.size === names.length && names.every((name) => found.has(name))) || [...found];
    };
    await become(`${url} is answered by ${names}`, look, seconds);
  }

  async events(name: string): Promise<{ reason: string; message: string; count: number; source: any }[]> {
    const items = await this.list('events');
    return items.filter(({ involvedObject }) => involvedObject.name === name);
  }

  /** Waits for an event about an object; the text is a part of its message. */
  event(name: string, reason: string, text = '', seconds = 60): Promise<void> {
    const look = async () => {
      const events = await this.events(name);
      return (
        events.some((one) => one.reason === reason && one.message.includes(text)) ||
        events.map((one) => `${one.reason}: ${one.message}`)
      );
    };
    return become(`${name} has an event ${reason} ${text}`, look, seconds);
  }

  node(name: string): ClusterNode {
    return this.scene.nodes.find((node) => node.name === name)!;
  }
}

export function isReady({ metadata, status }: any): boolean {
  const ready = status.conditions?.find(({ type }: any) => type === 'Ready');
  return ready?.status === 'True' && metadata.deletionTimestamp === undefined;
}

const shown = ({ status }: any): string[] =>
  (status.conditions ?? []).map(
    ({ type, status: value, message = '' }: any) => `${type}=${value} ${message}`,
  );

/** On which node a pod is to be. */
export const on = (nodeName: string): object => ({ nodeName });

/** One line of an outcome. */
export function expectLine(text: string, line: string, what: string): void {
  expectThat(text.split('\n').includes(line), `${what}: ${text.slice(0, 400)}, expected a line ${line}`);
}
