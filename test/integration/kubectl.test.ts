import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Kubectl, kubectlMissing, kubectlPath } from '../support/kubectl.ts';
import { collectionOf, type Resource, resourcesOf } from '../support/resources.ts';
import { TestServer } from '../support/server.ts';
import { validObject } from '../support/valid-objects.ts';

/** As kubectl prints them: a row a line, two blanks or more between columns. */
const cells = (line: string): string[] => line.trim().split(/\s{2,}/);
const rows = (text: string): string[][] => text.trim().split('\n').map(cells);

/** name, short names, apiVersion, namespaced, kind; as a cluster of release 1.23 prints them. */
const apiResources = `
bindings                                       v1                                     true         Binding
componentstatuses                 cs           v1                                     false        ComponentStatus
configmaps                        cm           v1                                     true         ConfigMap
endpoints                         ep           v1                                     true         Endpoints
events                            ev           v1                                     true         Event
limitranges                       limits       v1                                     true         LimitRange
namespaces                        ns           v1                                     false        Namespace
nodes                             no           v1                                     false        Node
persistentvolumeclaims            pvc          v1                                     true         PersistentVolumeClaim
persistentvolumes                 pv           v1                                     false        PersistentVolume
pods                              po           v1                                     true         Pod
podtemplates                                   v1                                     true         PodTemplate
replicationcontrollers            rc           v1                                     true         ReplicationController
resourcequotas                    quota        v1                                     true         ResourceQuota
secrets                                        v1                                     true         Secret
serviceaccounts                   sa           v1                                     true         ServiceAccount
services                          svc          v1                                     true         Service
mutatingwebhookconfigurations                  admissionregistration.k8s.io/v1        false        MutatingWebhookConfiguration
validatingwebhookconfigurations                admissionregistration.k8s.io/v1        false        ValidatingWebhookConfiguration
customresourcedefinitions         crd,crds     apiextensions.k8s.io/v1                false        CustomResourceDefinition
apiservices                                    apiregistration.k8s.io/v1              false        APIService
controllerrevisions                            apps/v1                                true         ControllerRevision
daemonsets                        ds           apps/v1                                true         DaemonSet
deployments                       deploy       apps/v1                                true         Deployment
replicasets                       rs           apps/v1                                true         ReplicaSet
statefulsets                      sts          apps/v1                                true         StatefulSet
horizontalpodautoscalers          hpa          autoscaling/v2                         true         HorizontalPodAutoscaler
cronjobs                          cj           batch/v1                               true         CronJob
jobs                                           batch/v1                               true         Job
certificatesigningrequests        csr          certificates.k8s.io/v1                 false        CertificateSigningRequest
leases                                         coordination.k8s.io/v1                 true         Lease
endpointslices                                 discovery.k8s.io/v1                    true         EndpointSlice
events                            ev           events.k8s.io/v1                       true         Event
flowschemas                                    flowcontrol.apiserver.k8s.io/v1beta2   false        FlowSchema
prioritylevelconfigurations                    flowcontrol.apiserver.k8s.io/v1beta2   false        PriorityLevelConfiguration
ingressclasses                                 networking.k8s.io/v1                   false        IngressClass
ingresses                         ing          networking.k8s.io/v1                   true         Ingress
networkpolicies                   netpol       networking.k8s.io/v1                   true         NetworkPolicy
runtimeclasses                                 node.k8s.io/v1                         false        RuntimeClass
poddisruptionbudgets              pdb          policy/v1                              true         PodDisruptionBudget
podsecuritypolicies               psp          policy/v1beta1                         false        PodSecurityPolicy
clusterrolebindings                            rbac.authorization.k8s.io/v1           false        ClusterRoleBinding
clusterroles                                   rbac.authorization.k8s.io/v1           false        ClusterRole
rolebindings                                   rbac.authorization.k8s.io/v1           true         RoleBinding
roles                                          rbac.authorization.k8s.io/v1           true         Role
priorityclasses                   pc           scheduling.k8s.io/v1                   false        PriorityClass
csidrivers                                     storage.k8s.io/v1                      false        CSIDriver
csinodes                                       storage.k8s.io/v1                      false        CSINode
csistoragecapacities                           storage.k8s.io/v1beta1                 true         CSIStorageCapacity
storageclasses                    sc           storage.k8s.io/v1                      false        StorageClass
volumeattachments                              storage.k8s.io/v1                      false        VolumeAttachment
`;

/** The reviews of these groups are of no concern here, whether they are served yet or not. */
/** The sample of a definition is a definition, and so there is one custom resource. */
const isCustom = (line: string): boolean => line.includes('example.com/v1');

const isReview = (line: string): boolean =>
  /\b(authentication|authorization)\.k8s\.io\/v1\b/.test(line) && !line.includes('rbac');

const apiVersions = [
  ...['admissionregistration.k8s.io/v1', 'apiextensions.k8s.io/v1', 'apiregistration.k8s.io/v1', 'apps/v1'],
  ...[
    'autoscaling/v1',
    'autoscaling/v2',
    'autoscaling/v2beta1',
    'autoscaling/v2beta2',
    'batch/v1',
    'batch/v1beta1',
  ],
  ...['certificates.k8s.io/v1', 'coordination.k8s.io/v1', 'discovery.k8s.io/v1', 'discovery.k8s.io/v1beta1'],
  ...['events.k8s.io/v1', 'events.k8s.io/v1beta1', 'flowcontrol.apiserver.k8s.io/v1beta1'],
  ...[
    'flowcontrol.apiserver.k8s.io/v1beta2',
    'networking.k8s.io/v1',
    'node.k8s.io/v1',
    'node.k8s.io/v1beta1',
  ],
  ...[
    'policy/v1',
    'policy/v1beta1',
    'rbac.authorization.k8s.io/v1',
    'scheduling.k8s.io/v1',
    'storage.k8s.io/v1',
  ],
  ...['storage.k8s.io/v1beta1', 'v1'],
];

const workload = 'CONTAINERS|IMAGES|SELECTOR';
/** What stands above the columns of `get -o wide`; the cells of the sample beside those of its name and age. */
const wideColumns: Record<string, string> = {
  componentstatuses: 'NAME|STATUS|MESSAGE|ERROR',
  configmaps: 'NAME|DATA|AGE',
  endpoints: 'NAME|ENDPOINTS|AGE',
  events: 'LAST SEEN|TYPE|REASON|OBJECT|SUBOBJECT|SOURCE|MESSAGE|FIRST SEEN|COUNT|NAME',
  limitranges: 'NAME|CREATED AT',
  namespaces: 'NAME|STATUS|AGE',
  nodes: 'NAME|STATUS|ROLES|AGE|VERSION|INTERNAL-IP|EXTERNAL-IP|OS-IMAGE|KERNEL-VERSION|CONTAINER-RUNTIME',
  persistentvolumeclaims: 'NAME|STATUS|VOLUME|CAPACITY|ACCESS MODES|STORAGECLASS|AGE|VOLUMEMODE',
  persistentvolumes:
    'NAME|CAPACITY|ACCESS MODES|RECLAIM POLICY|STATUS|CLAIM|STORAGECLASS|REASON|AGE|VOLUMEMODE',
  pods: 'NAME|READY|STATUS|RESTARTS|AGE|IP|NODE|NOMINATED NODE|READINESS GATES',
  podtemplates: 'NAME|CONTAINERS|IMAGES|POD LABELS',
  replicationcontrollers: `NAME|DESIRED|CURRENT|READY|AGE|${workload}`,
  resourcequotas: 'NAME|AGE|REQUEST|LIMIT',
  secrets: 'NAME|TYPE|DATA|AGE',
  serviceaccounts: 'NAME|SECRETS|AGE',
  services: 'NAME|TYPE|CLUSTER-IP|EXTERNAL-IP|PORT(S)|AGE|SELECTOR',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': 'NAME|WEBHOOKS|AGE',
  'validatingwebhookconfigurations.admissionregistration.k8s.io': 'NAME|WEBHOOKS|AGE',
  'customresourcedefinitions.apiextensions.k8s.io': 'NAME|CREATED AT',
  'apiservices.apiregistration.k8s.io': 'NAME|SERVICE|AVAILABLE|AGE',
  'controllerrevisions.apps': 'NAME|CONTROLLER|REVISION|AGE',
  'daemonsets.apps': `NAME|DESIRED|CURRENT|READY|UP-TO-DATE|AVAILABLE|NODE SELECTOR|AGE|${workload}`,
  'deployments.apps': `NAME|READY|UP-TO-DATE|AVAILABLE|AGE|${workload}`,
  'replicasets.apps': `NAME|DESIRED|CURRENT|READY|AGE|${workload}`,
  'statefulsets.apps': 'NAME|READY|AGE|CONTAINERS|IMAGES',
  'horizontalpodautoscalers.autoscaling': 'NAME|REFERENCE|TARGETS|MINPODS|MAXPODS|REPLICAS|AGE',
  'cronjobs.batch': `NAME|SCHEDULE|SUSPEND|ACTIVE|LAST SCHEDULE|AGE|${workload}`,
  'jobs.batch': `NAME|COMPLETIONS|DURATION|AGE|${workload}`,
  'certificatesigningrequests.certificates.k8s.io':
    'NAME|AGE|SIGNERNAME|REQUESTOR|REQUESTEDDURATION|CONDITION',
  'leases.coordination.k8s.io': 'NAME|HOLDER|AGE',
  'endpointslices.discovery.k8s.io': 'NAME|ADDRESSTYPE|PORTS|ENDPOINTS|AGE',
  'events.events.k8s.io': 'LAST SEEN|TYPE|REASON|OBJECT|SUBOBJECT|SOURCE|MESSAGE|FIRST SEEN|COUNT|NAME',
  'flowschemas.flowcontrol.apiserver.k8s.io':
    'NAME|PRIORITYLEVEL|MATCHINGPRECEDENCE|DISTINGUISHERMETHOD|AGE|MISSINGPL',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io':
    'NAME|TYPE|ASSUREDCONCURRENCYSHARES|QUEUES|HANDSIZE|QUEUELENGTHLIMIT|AGE',
  'ingressclasses.networking.k8s.io': 'NAME|CONTROLLER|PARAMETERS|AGE',
  'ingresses.networking.k8s.io': 'NAME|CLASS|HOSTS|ADDRESS|PORTS|AGE',
  'networkpolicies.networking.k8s.io': 'NAME|POD-SELECTOR|AGE',
  'runtimeclasses.node.k8s.io': 'NAME|HANDLER|AGE',
  'poddisruptionbudgets.policy': 'NAME|MIN AVAILABLE|MAX UNAVAILABLE|ALLOWED DISRUPTIONS|AGE',
  'podsecuritypolicies.policy': 'NAME|PRIV|CAPS|SELINUX|RUNASUSER|FSGROUP|SUPGROUP|READONLYROOTFS|VOLUMES',
  'clusterrolebindings.rbac.authorization.k8s.io': 'NAME|ROLE|AGE|USERS|GROUPS|SERVICEACCOUNTS',
  'clusterroles.rbac.authorization.k8s.io': 'NAME|CREATED AT',
  'rolebindings.rbac.authorization.k8s.io': 'NAME|ROLE|AGE|USERS|GROUPS|SERVICEACCOUNTS',
  'roles.rbac.authorization.k8s.io': 'NAME|CREATED AT',
  'priorityclasses.scheduling.k8s.io': 'NAME|VALUE|GLOBAL-DEFAULT|AGE',
  'csidrivers.storage.k8s.io':
    'NAME|ATTACHREQUIRED|PODINFOONMOUNT|STORAGECAPACITY|TOKENREQUESTS|REQUIRESREPUBLISH|MODES|AGE',
  'csinodes.storage.k8s.io': 'NAME|DRIVERS|AGE',
  'csistoragecapacities.storage.k8s.io': 'NAME|CREATED AT',
  'storageclasses.storage.k8s.io':
    'NAME|PROVISIONER|RECLAIMPOLICY|VOLUMEBINDINGMODE|ALLOWVOLUMEEXPANSION|AGE',
  'volumeattachments.storage.k8s.io': 'NAME|ATTACHER|PV|NODE|ATTACHED|AGE',
};

/** Rows of `get all -A`, without namespaces and ages. */
const all = [
  ['pod/sample', '0/1', 'Pending', '0'],
  ['replicationcontroller/sample', '1', '0', '0'],
  ['service/kubernetes', 'ClusterIP', '10.0.0.1', '<none>', '443/TCP'],
  ['service/sample', 'ClusterIP', 'None', '<none>', '80/TCP'],
  ['daemonset.apps/sample', '0', '0', '0', '0', '0', '<none>'],
  ['deployment.apps/sample', '0/2', '0', '0'],
  ['replicaset.apps/sample', '0', '0', '0'],
  ['statefulset.apps/sample', '0/1'],
  ['horizontalpodautoscaler.autoscaling/sample', 'Deployment/sample', '<unknown>/80%', '1', '3', '0'],
  ['cronjob.batch/sample', '* * * * *', 'False', '0', '<none>'],
  ['job.batch/sample', '0/1'],
];

describe.skipIf(kubectlPath === undefined)(`kubectl 1.20${kubectlMissing}`, () => {
  let server: TestServer;
  let resources: Resource[];

  beforeAll(async () => {
    server = await TestServer.start();
    resources = [...(await resourcesOf(server.client)).values()];
    for (const resource of resources) {
      const { apiVersion, kind, verbs } = resource;
      if (!verbs.includes('list') || !verbs.includes('create')) continue;
      // There are some already, and one of a group that nobody serves makes discovery incomplete.
      if (kind === 'APIService') continue;
      await server.client.post(collectionOf(resource), validObject(apiVersion, kind));
    }
  });
  afterAll(() => server.remove());

  const ask = (...words: string[]): Promise<string> => new Kubectl(server).ask(...words);
  const complaint = (...words: string[]): Promise<string> => new Kubectl(server).complaint(...words);
  const file = (name: string, content: object): string => new Kubectl(server).file(name, content);

  it('lists the kinds as of a cluster of this release', async () => {
    const [head, ...lines] = (await ask('api-resources')).trim().split('\n');
    expect(cells(head!)).toEqual(['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND']);
    expect(lines.filter((line) => !isReview(line) && !isCustom(line)).map(cells)).toEqual(rows(apiResources));
    const wide = await ask('api-resources', '-o', 'wide', '--api-group=apps');
    expect(rows(wide).find(([name]) => name === 'deployments')).toEqual([
      ...['deployments', 'deploy', 'apps/v1', 'true', 'Deployment'],
      '[create delete deletecollection get list patch update watch]',
    ]);
  });

  it('kubectl api-versions lists the versions', async () => {
    const lines = (await ask('api-versions')).trim().split('\n');
    expect(lines.filter((line) => !isReview(line) && !isCustom(line))).toEqual(apiVersions);
  });

  it('gets all of what runs, everywhere', async () => {
    const lines = rows(await ask('get', 'all', '-A')).filter(
      ([first]) => first !== '' && first !== 'NAMESPACE',
    );
    expect(lines.map(([, ...more]) => more.slice(0, -1))).toEqual(all);
  });

  it('gets each kind with its columns', async () => {
    const printed: Record<string, string> = {};
    for (const { apiVersion, name, verbs } of resources) {
      const group = apiVersion.includes('/') ? apiVersion.split('/')[0]! : '';
      const full = group === '' ? name : `${name}.${group}`;
      if (verbs.includes('list'))
        printed[full] ??= cells((await ask('get', full, '-o', 'wide')).split('\n')[0]!).join('|');
    }
    expect(printed).toEqual(wideColumns);
  });

  it('creates, gets, scales, patches, labels and deletes', async () => {
    expect(await ask('create', 'deployment', 'web', '--image=registry.example/web:1')).toBe(
      'deployment.apps/web created\n',
    );
    expect(await ask('scale', 'deployment', 'web', '--replicas=3')).toBe('deployment.apps/web scaled\n');
    expect(rows(await ask('get', 'deploy', 'web'))[1]).toEqual(['web', '0/3', '0', '0', expect.any(String)]);
    expect(await ask('patch', 'deploy', 'web', '-p', '{"spec":{"replicas":2}}')).toBe(
      'deployment.apps/web patched\n',
    );
    expect(await ask('set', 'image', 'deployment/web', 'web=registry.example/web:2')).toBe(
      'deployment.apps/web image updated\n',
    );
    expect(await ask('label', 'deploy', 'web', 'tier=front')).toBe('deployment.apps/web labeled\n');
    expect(await ask('annotate', 'deploy', 'web', 'note=hello')).toBe('deployment.apps/web annotated\n');
    const words = [
      '{.spec.replicas} {.metadata.labels.tier} {.metadata.annotations.note} {.metadata.generation}',
    ];
    expect(await ask('get', 'deploy', 'web', '-o', `jsonpath=${words}`)).toBe('2 front hello 5');
    expect(await ask('get', 'deploy', '-l', 'tier=front', '-o', 'name')).toBe('deployment.apps/web\n');
    expect(await ask('delete', 'deployment', 'web')).toBe('deployment.apps "web" deleted\n');
    expect(await complaint('get', 'deployment', 'web')).toContain(
      'Error from server (NotFound): deployments.apps "web" not found',
    );
  });

  it('applies and replaces files, and says what changes', async () => {
    const configMap = (data: object) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings' },
      data,
    });
    const first = file('first.json', configMap({ a: '1', b: '2' }));
    expect(await ask('apply', '-f', first)).toBe('configmap/settings created\n');
    expect(await ask('apply', '-f', first)).toBe('configmap/settings unchanged\n');
    expect(await ask('apply', '-f', file('second.json', configMap({ a: '3' })))).toBe(
      'configmap/settings configured\n',
    );
    expect(await ask('get', 'cm', 'settings', '-o', 'jsonpath={.data}')).toBe('{"a":"3"}');
    expect(
      await ask(
        'apply',
        '--server-side',
        '--force-conflicts',
        '-f',
        file('third.json', configMap({ c: '4' })),
      ),
    ).toBe('configmap/settings serverside-applied\n');
    expect(await ask('replace', '-f', file('fourth.json', configMap({ d: '5' })))).toBe(
      'configmap/settings replaced\n',
    );
    expect(await ask('get', 'cm', 'settings', '-o', 'jsonpath={.data}')).toBe('{"d":"5"}');
    expect(await ask('apply', '--dry-run=server', '-f', first)).toBe(
      'configmap/settings configured (server dry run)\n',
    );
    expect(await ask('delete', '-f', first)).toBe('configmap "settings" deleted\n');
  });

  it('misses no field in a manifest that is always there in what is stored', async () => {
    const set = validObject('apps/v1', 'StatefulSet') as any;
    delete set.spec.updateStrategy;
    const service = validObject('apiregistration.k8s.io/v1', 'APIService') as any;
    delete service.status;
    const level = validObject('flowcontrol.apiserver.k8s.io/v1beta2', 'PriorityLevelConfiguration') as any;
    delete level.spec.limited?.limitResponse;
    const slice = validObject('discovery.k8s.io/v1', 'EndpointSlice') as any;
    for (const endpoint of slice.endpoints) delete endpoint.conditions;
    const items = [set, service, level, slice];
    const list = file('bare.json', { apiVersion: 'v1', kind: 'List', items });
    expect((await ask('apply', '--dry-run=client', '-f', list)).trim().split('\n')).toHaveLength(4);
  });

  it('applies a stateful set with claims again and again', async () => {
    const set = (replicas: number): object => {
      const object = validObject('apps/v1', 'StatefulSet') as any;
      object.metadata.name = 'claiming';
      object.spec.replicas = replicas;
      object.spec.volumeClaimTemplates = [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ];
      return object;
    };
    expect(await ask('apply', '-f', file('claiming.json', set(1)))).toBe(
      'statefulset.apps/claiming created\n',
    );
    expect(await ask('apply', '-f', file('claiming.json', set(2)))).toBe(
      'statefulset.apps/claiming configured\n',
    );
    expect(await ask('get', 'sts', 'claiming', '-o', 'jsonpath={.spec.replicas}')).toBe('2');
    expect(await ask('delete', 'sts', 'claiming')).toBe('statefulset.apps "claiming" deleted\n');
  });

  it('is told what is wrong with an object as users know it', async () => {
    const broken = validObject('apps/v1', 'Deployment');
    broken['spec'].selector = { matchLabels: { app: 'other' } };
    broken['metadata'].name = 'broken';
    expect(await complaint('create', '-f', file('broken.json', broken))).toBe(
      'The Deployment "broken" is invalid: spec.template.metadata.labels: Invalid value: map[string]string{"app":"sample"}: `selector` does not match template `labels`\n',
    );
    expect(await complaint('get', 'toasters')).toBe(
      'error: the server doesn\'t have a resource type "toasters"\n',
    );
    expect(await complaint('scale', 'deploy', 'sample', '--replicas=-1')).toContain(
      '--replicas=COUNT flag is required',
    );
  });

  it('kubectl get --watch prints changes', async () => {
    const child = spawn(
      kubectlPath!,
      ['--kubeconfig', server.kubeconfig, 'get', 'cm', '-w', '--no-headers', '-o', 'name'],
      {
        env: { HOME: server.directory },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    try {
      await expect.poll(() => text).toContain('configmap/sample');
      await ask('create', 'configmap', 'watched', '--from-literal=a=b');
      await expect.poll(() => text).toContain('configmap/watched');
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });

  it('makes namespaces, and works in them', async () => {
    expect(await ask('create', 'namespace', 'shop')).toBe('namespace/shop created\n');
    expect(await ask('-n', 'shop', 'create', 'secret', 'generic', 's', '--from-literal=a=b')).toBe(
      'secret/s created\n',
    );
    expect(await ask('-n', 'shop', 'get', 'secrets', '-o', 'name')).toBe('secret/s\n');
    expect(await ask('-n', 'shop', 'run', 'one', '--image=registry.example/one', '--restart=Never')).toBe(
      'pod/one created\n',
    );
    expect(await ask('-n', 'shop', 'delete', 'pod', 'one', '--now')).toContain('pod "one" deleted');
    expect(
      await ask('-n', 'shop', 'expose', 'pod', 'one', '--port=80').catch(({ stderr }) => stderr),
    ).toContain('not found');
  });

  it('kubectl explain describes fields', async () => {
    const text = await ask('explain', 'deployment.spec.replicas');
    expect(text).toMatch(
      /^KIND: {5}Deployment\nVERSION: {2}apps\/v1\n\nFIELD: {4}replicas <integer>\n\nDESCRIPTION:\n/,
    );
    expect(await ask('explain', 'pods.spec.containers')).toMatch(
      /RESOURCE: containers <\[\]Object>[\s\S]*image\t<string>/,
    );
    expect(await complaint('explain', 'pods.spec.wings')).toContain('field "wings" does not exist');
  });
});
