import {
  describeInvalid,
  duplicate,
  forbidden,
  invalid,
  notFound,
  notSupported,
  type Row,
  required,
  tooLong,
} from '../../support/invalid.ts';

const c = 'spec.containers[0]';
const v = 'spec.volumes[0]';
const volume = (source: object): Record<string, unknown> => ({ 'spec.volumes': [{ name: 'v', ...source }] });
const env = (...list: object[]): Record<string, unknown> => ({ [`${c}.env`]: list });
const containers = (...list: object[]): Record<string, unknown> => ({
  'spec.containers': list.map((container, index) => ({ name: `c${index}`, image: 'i', ...container })),
});
const affinity =
  'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
const podAffinity = 'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution';
const expressions = (...list: object[]) => [{ matchExpressions: list }];
const spread = {
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { a: 'b' } },
};

const containerRows: Row[] = [
  ['no containers', { 'spec.containers': [] }, [['spec.containers', required]]],
  ['a container without a name', { [`${c}.name`]: '' }, [[`${c}.name`, required]]],
  [
    'a container with a name in capitals',
    { [`${c}.name`]: 'Main' },
    [[`${c}.name`, invalid, 'lower case alphanumeric']],
  ],
  [
    'a container name of 64 letters',
    { [`${c}.name`]: 'a'.repeat(64) },
    [[`${c}.name`, invalid, 'must be no more than 63 characters']],
  ],
  [
    'two containers of one name',
    containers({ name: 'a' }, { name: 'a' }),
    [['spec.containers[1].name', duplicate, '"a"']],
  ],
  ['a container without an image', { [`${c}.image`]: '' }, [[`${c}.image`, required]]],
  [
    'an image with a blank behind it',
    { [`${c}.image`]: 'i ' },
    [[`${c}.image`, invalid, 'must not have leading or trailing whitespace']],
  ],
  [
    'a pull policy that is none',
    { [`${c}.imagePullPolicy`]: 'Sometimes' },
    [[`${c}.imagePullPolicy`, notSupported, 'supported values: "Always", "IfNotPresent", "Never"']],
  ],
  [
    'a policy for the last words that is none',
    { [`${c}.terminationMessagePolicy`]: 'Shout' },
    [[`${c}.terminationMessagePolicy`, invalid, "must be 'File' or 'FallbackToLogsOnError'"]],
  ],
  [
    'an init container of the same name',
    { 'spec.initContainers': [{ name: 'main', image: 'i' }] },
    [['spec.initContainers[0].name', duplicate]],
  ],
  [
    'a readiness probe of an init container',
    { 'spec.initContainers': [{ name: 'i', image: 'i', readinessProbe: { exec: { command: ['a'] } } }] },
    [['spec.initContainers[0].readinessProbe', invalid, 'must not be set for init containers']],
  ],
  [
    'an ephemeral container',
    { 'spec.ephemeralContainers': [{ name: 'e', image: 'i' }] },
    [['spec.ephemeralContainers', forbidden, 'cannot be set on create']],
  ],
  ['port 0', { [`${c}.ports`]: [{ containerPort: 0 }] }, [[`${c}.ports[0].containerPort`, required]]],
  [
    'port 65536',
    { [`${c}.ports`]: [{ containerPort: 65536 }] },
    [[`${c}.ports[0].containerPort`, invalid, 'must be between 1 and 65535, inclusive']],
  ],
  [
    'host port -1',
    { [`${c}.ports`]: [{ containerPort: 1, hostPort: -1 }] },
    [[`${c}.ports[0].hostPort`, invalid]],
  ],
  [
    'a port of another protocol',
    { [`${c}.ports`]: [{ containerPort: 1, protocol: 'ICMP' }] },
    [[`${c}.ports[0].protocol`, notSupported]],
  ],
  [
    'a port with a long name',
    { [`${c}.ports`]: [{ containerPort: 1, name: 'a-long-port-name' }] },
    [[`${c}.ports[0].name`, invalid, 'must be no more than 15 characters']],
  ],
  [
    'a port named with digits alone',
    { [`${c}.ports`]: [{ containerPort: 1, name: '80' }] },
    [[`${c}.ports[0].name`, invalid, 'must contain at least one letter']],
  ],
  [
    'two ports of one name',
    {
      [`${c}.ports`]: [
        { containerPort: 1, name: 'a' },
        { containerPort: 2, name: 'a' },
      ],
    },
    [[`${c}.ports[1].name`, duplicate]],
  ],
  [
    'one host port for two containers',
    containers(
      { ports: [{ containerPort: 1, hostPort: 80 }] },
      { ports: [{ containerPort: 2, hostPort: 80 }] },
    ),
    [['spec.containers[1].ports[0].hostPort', duplicate]],
  ],
  [
    'another host port on the network of the host',
    { 'spec.hostNetwork': true, [`${c}.ports`]: [{ containerPort: 1, hostPort: 2 }] },
    [[`${c}.ports[0].containerPort`, invalid, 'must match `hostPort` when `hostNetwork` is true']],
  ],
  ['a variable without a name', env({ name: '', value: 'a' }), [[`${c}.env[0].name`, required]]],
  [
    'a variable with a digit in front',
    env({ name: '1a' }),
    [[`${c}.env[0].name`, invalid, 'a valid environment variable name must consist of']],
  ],
  [
    'a variable with a value and a source',
    env({ name: 'a', value: 'b', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }),
    [[`${c}.env[0].valueFrom`, invalid, 'may not be specified when `value` is not empty']],
  ],
  [
    'a variable with an empty source',
    env({ name: 'a', valueFrom: {} }),
    [[`${c}.env[0].valueFrom`, invalid, 'must specify one of:']],
  ],
  [
    'a variable with two sources',
    env({
      name: 'a',
      valueFrom: { secretKeyRef: { name: 's', key: 'k' }, configMapKeyRef: { name: 's', key: 'k' } },
    }),
    [[`${c}.env[0].valueFrom`, invalid, 'may not have more than one field specified at a time']],
  ],
  [
    'a variable of a field that is not offered',
    env({ name: 'a', valueFrom: { fieldRef: { fieldPath: 'spec.hostname' } } }),
    [[`${c}.env[0].valueFrom.fieldRef.fieldPath`, invalid, 'error converting fieldPath']],
  ],
  [
    'a variable of a resource that is none',
    env({ name: 'a', valueFrom: { resourceFieldRef: { resource: 'limits.love' } } }),
    [[`${c}.env[0].valueFrom.resourceFieldRef.resource`, notSupported]],
  ],
  [
    'a variable with a divisor of its own',
    env({ name: 'a', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '3' } } }),
    [[`${c}.env[0].valueFrom.resourceFieldRef.divisor`, invalid]],
  ],
  [
    'a variable of a secret without a key',
    env({ name: 'a', valueFrom: { secretKeyRef: { name: 's', key: '' } } }),
    [[`${c}.env[0].valueFrom.secretKeyRef.key`, required]],
  ],
  [
    'variables of nothing',
    { [`${c}.envFrom`]: [{}] },
    [[`${c}.envFrom`, invalid, 'must specify one of: `configMapRef` or `secretRef`']],
  ],
  [
    'variables with a bad prefix',
    { [`${c}.envFrom`]: [{ prefix: 'a b', secretRef: { name: 's' } }] },
    [[`${c}.envFrom[0].prefix`, invalid]],
  ],
  [
    'a mount of no volume',
    { [`${c}.volumeMounts`]: [{ name: 'v', mountPath: '/a' }] },
    [[`${c}.volumeMounts[0].name`, notFound, '"v"']],
  ],
  [
    'a mount without a path',
    { ...volume({}), [`${c}.volumeMounts`]: [{ name: 'v', mountPath: '' }] },
    [[`${c}.volumeMounts[0].mountPath`, required]],
  ],
  [
    'two mounts at one path',
    { ...volume({}), [`${c}.volumeMounts`]: [1, 2].map(() => ({ name: 'v', mountPath: '/a' })) },
    [[`${c}.volumeMounts[1].mountPath`, invalid, 'must be unique']],
  ],
  [
    'a mount that climbs',
    { ...volume({}), [`${c}.volumeMounts`]: [{ name: 'v', mountPath: '/a', subPath: '../b' }] },
    [[`${c}.volumeMounts.subPath`, invalid, "must not contain '..'"]],
  ],
  [
    'a mount from the root',
    { ...volume({}), [`${c}.volumeMounts`]: [{ name: 'v', mountPath: '/a', subPath: '/b' }] },
    [[`${c}.volumeMounts.subPath`, invalid, 'must be a relative path']],
  ],
  [
    'a mount with two sub-paths',
    {
      ...volume({}),
      [`${c}.volumeMounts`]: [{ name: 'v', mountPath: '/a', subPath: 'a', subPathExpr: 'b' }],
    },
    [[`${c}.volumeMounts[0].subPathExpr`, invalid, 'subPathExpr and subPath are mutually exclusive']],
  ],
  [
    'a mount that is spread without being allowed',
    {
      ...volume({}),
      [`${c}.volumeMounts`]: [{ name: 'v', mountPath: '/a', mountPropagation: 'Bidirectional' }],
    },
    [
      [
        `${c}.volumeMounts.mountPropagation`,
        forbidden,
        'Bidirectional mount propagation is available only to privileged containers',
      ],
    ],
  ],
  [
    'a mount that is spread in another way',
    { ...volume({}), [`${c}.volumeMounts`]: [{ name: 'v', mountPath: '/a', mountPropagation: 'Wide' }] },
    [[`${c}.volumeMounts.mountPropagation`, notSupported]],
  ],
  [
    'a device of what is no claim',
    { ...volume({}), [`${c}.volumeDevices`]: [{ name: 'v', devicePath: '/a' }] },
    [[`${c}.volumeDevices[0].name`, invalid]],
  ],
  [
    'an empty probe',
    { [`${c}.livenessProbe`]: {} },
    [[`${c}.livenessProbe`, required, 'must specify a handler type']],
  ],
  [
    'a probe of two kinds',
    { [`${c}.livenessProbe`]: { exec: { command: ['a'] }, tcpSocket: { port: 1 } } },
    [[`${c}.livenessProbe.tcpSocket`, forbidden, 'may not specify more than 1 handler type']],
  ],
  [
    'a probe that runs nothing',
    { [`${c}.livenessProbe.exec.command`]: [] },
    [[`${c}.livenessProbe.exec.command`, required]],
  ],
  [
    'a probe of port 70000',
    { [`${c}.readinessProbe.tcpSocket.port`]: 70000 },
    [[`${c}.readinessProbe.tcpSocket.port`, invalid]],
  ],
  [
    'a probe of another scheme',
    { [`${c}.readinessProbe.httpGet`]: { port: 80, scheme: 'FTP' } },
    [[`${c}.readinessProbe.httpGet.scheme`, notSupported]],
  ],
  [
    'a probe with a bad header',
    { [`${c}.readinessProbe.httpGet`]: { port: 80, httpHeaders: [{ name: 'a b', value: '' }] } },
    [[`${c}.readinessProbe.httpGet.httpHeaders`, invalid]],
  ],
  [
    'a liveness probe that has to succeed twice',
    { [`${c}.livenessProbe`]: { tcpSocket: { port: 1 }, successThreshold: 2 } },
    [[`${c}.livenessProbe.successThreshold`, invalid, 'must be 1']],
  ],
  [
    'a probe every -1 seconds',
    { [`${c}.readinessProbe`]: { tcpSocket: { port: 1 }, periodSeconds: -1 } },
    [[`${c}.readinessProbe.periodSeconds`, invalid, 'must be greater than or equal to 0']],
  ],
  ['an empty hook', { [`${c}.lifecycle.preStop`]: {} }, [[`${c}.lifecycle.preStop`, required]]],
  [
    'a negative limit',
    { [`${c}.resources.limits.cpu`]: '-1' },
    [
      [`${c}.resources.limits[cpu]`, invalid, 'must be greater than or equal to 0'],
      [`${c}.resources.requests[cpu]`, invalid],
    ],
  ],
  [
    'a request above the limit',
    { [`${c}.resources`]: { limits: { cpu: '1' }, requests: { cpu: '2' } } },
    [[`${c}.resources.requests`, invalid, 'must be less than or equal to cpu limit']],
  ],
  [
    'a resource that is none',
    { [`${c}.resources.limits.love`]: '1' },
    [
      [`${c}.resources.limits[love]`, invalid, 'must be a standard resource'],
      [`${c}.resources.requests[love]`, invalid],
    ],
  ],
  [
    'half a device',
    { [`${c}.resources.limits['example.com/gpu']`]: '500m' },
    [
      [
        `${c}.resources.limits[example.com/gpu]`,
        invalid,
        'resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
      ],
      [`${c}.resources.requests[example.com/gpu]`, invalid],
    ],
  ],
  [
    'a device without a limit',
    { [`${c}.resources.requests['example.com/gpu']`]: '1' },
    [[`${c}.resources.limits`, required, 'Limit must be set for non overcommitable resources']],
  ],
  [
    'huge pages without memory',
    { [`${c}.resources.limits.hugepages-2Mi`]: '2Mi' },
    [[`${c}.resources`, forbidden, 'HugePages require cpu or memory']],
  ],
  [
    'a user below 0',
    { [`${c}.securityContext.runAsUser`]: -1 },
    [[`${c}.securityContext.runAsUser`, invalid, 'must be between 0 and 2147483647, inclusive']],
  ],
  [
    'privileges that are refused and given',
    { [`${c}.securityContext`]: { privileged: true, allowPrivilegeEscalation: false } },
    [
      [
        `${c}.securityContext`,
        invalid,
        'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
      ],
    ],
  ],
  [
    'a profile without a path',
    { [`${c}.securityContext.seccompProfile.type`]: 'Localhost' },
    [[`${c}.securityContext.seccompProfile.localhostProfile`, required]],
  ],
  [
    'a profile that is none',
    { [`${c}.securityContext.seccompProfile.type`]: 'Strict' },
    [[`${c}.securityContext.seccompProfile.type`, notSupported]],
  ],
];

const volumeRows: Row[] = [
  ['a volume without a name', { 'spec.volumes': [{ name: '', emptyDir: {} }] }, [[`${v}.name`, required]]],
  [
    'two volumes of one name',
    { 'spec.volumes': [{ name: 'v' }, { name: 'v' }] },
    [['spec.volumes[1].name', duplicate]],
  ],
  [
    'a volume of two kinds',
    volume({ emptyDir: {}, hostPath: { path: '/a' } }),
    [[`${v}.hostPath`, forbidden, 'may not specify more than 1 volume type']],
  ],
  [
    'a volume of less than nothing',
    volume({ emptyDir: { sizeLimit: '-1' } }),
    [[`${v}.emptyDir.sizeLimit`, forbidden]],
  ],
  [
    'a path of the host that climbs',
    volume({ hostPath: { path: '/a/../b' } }),
    [[`${v}.hostPath.path`, invalid, "must not contain '..'"]],
  ],
  [
    'a path of the host of another type',
    volume({ hostPath: { path: '/a', type: 'Door' } }),
    [[`${v}.hostPath.type`, notSupported]],
  ],
  ['a secret without a name', volume({ secret: { secretName: '' } }), [[`${v}.secret.secretName`, required]]],
  [
    'a secret with mode 01000',
    volume({ secret: { secretName: 's', defaultMode: 512 } }),
    [[`${v}.secret.defaultMode`, invalid, 'must be a number between 0 and 0777']],
  ],
  [
    'a secret with a key for no path',
    volume({ secret: { secretName: 's', items: [{ key: 'k', path: '' }] } }),
    [[`${v}.secret.items[0].path`, required]],
  ],
  [
    'a config map with a key that climbs',
    volume({ configMap: { name: 'c', items: [{ key: 'k', path: '../a' }] } }),
    [[`${v}.configMap.items[0].path`, invalid]],
  ],
  ['a config map without a name', volume({ configMap: {} }), [[`${v}.configMap.name`, required]]],
  [
    'a claim without a name',
    volume({ persistentVolumeClaim: {} }),
    [[`${v}.persistentVolumeClaim.claimName`, required]],
  ],
  ['a server of files without a name', volume({ nfs: { path: '/a' } }), [[`${v}.nfs.server`, required]]],
  [
    'a server of files with a relative path',
    volume({ nfs: { server: 's', path: 'a' } }),
    [[`${v}.nfs.path`, invalid, 'must be an absolute path']],
  ],
  [
    'a block device of no format',
    volume({ iscsi: { targetPortal: 'p', iqn: 'x', lun: 0 } }),
    [[`${v}.iscsi.iqn`, invalid]],
  ],
  [
    'a block device of number 256',
    volume({ iscsi: { targetPortal: 'p', iqn: 'iqn.2001-04.com.example:storage', lun: 256 } }),
    [[`${v}.iscsi.lun`, invalid]],
  ],
  ['a disk without a name', volume({ gcePersistentDisk: {} }), [[`${v}.persistentDisk.pdName`, required]]],
  [
    'a disk of part 256',
    volume({ awsElasticBlockStore: { volumeID: 'v', partition: 256 } }),
    [[`${v}.awsElasticBlockStore.partition`, invalid]],
  ],
  [
    'an Azure disk of another kind',
    volume({ azureDisk: { diskName: 'd', diskURI: 'https://a', kind: 'Round' } }),
    [[`${v}.azureDisk.kind`, notSupported]],
  ],
  [
    'glusterfs without endpoints',
    volume({ glusterfs: { path: 'p' } }),
    [[`${v}.glusterfs.endpoints`, required]],
  ],
  ['ceph without monitors', volume({ cephfs: {} }), [[`${v}.cephfs.monitors`, required]]],
  ['a driver with a bad name', volume({ csi: { driver: 'a b' } }), [[`${v}.csi.driver`, invalid]]],
  ['a driver with a long name', volume({ csi: { driver: 'a'.repeat(64) } }), [[`${v}.csi.driver`, tooLong]]],
  [
    'a projection of two kinds',
    volume({ projected: { sources: [{ secret: { name: 's' }, configMap: { name: 'c' } }] } }),
    [[`${v}.projected.sources[0]`, forbidden, 'may not specify more than 1 volume type']],
  ],
  [
    'a token for a minute',
    volume({ projected: { sources: [{ serviceAccountToken: { path: 'p', expirationSeconds: 60 } }] } }),
    [
      [`${v}.projected.sources[0].serviceAccountToken.expirationSeconds`, invalid],
      [`${v}.projected.sources[0].serviceAccountToken`, forbidden],
    ],
  ],
  [
    'one path for two projections',
    volume({
      projected: {
        sources: [1, 2].map((n) => ({ secret: { name: `s${n}`, items: [{ key: 'k', path: 'p' }] } })),
      },
    }),
    [[`${v}.projected`, invalid, 'conflicting duplicate paths']],
  ],
  [
    'a field that is none in a file',
    volume({ downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'spec.nodeName' } }] } }),
    [[`${v}.downwardAPI.fieldRef.fieldPath`, notSupported]],
  ],
  [
    'a file of nothing',
    volume({ downwardAPI: { items: [{ path: 'p' }] } }),
    [[`${v}.downwardAPI`, required, 'one of fieldRef and resourceFieldRef is required']],
  ],
  [
    'an annotation by a bad key as a file',
    volume({
      downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: "metadata.annotations['A B']" } }] },
    }),
    [[`${v}.downwardAPI.fieldRef`, invalid, 'Invalid value: "A B"']],
  ],
  [
    'a Secret of a driver with a bad name',
    volume({ csi: { driver: 'd', nodePublishSecretRef: { name: 'A' } } }),
    [[`${v}.csi.name`, invalid]],
  ],
  [
    'an ephemeral claim without a template',
    volume({ ephemeral: {} }),
    [[`${v}.ephemeral.volumeClaimTemplate`, required]],
  ],
  [
    'flocker of two data sets',
    volume({ flocker: { datasetName: 'a', datasetUUID: 'b' } }),
    [[`${v}.flocker`, invalid, 'can not be specified simultaneously']],
  ],
  ['a repository of nothing', volume({ gitRepo: {} }), [[`${v}.gitRepo.repository`, required]]],
];

const podRows: Row[] = [
  [
    'a name in capitals',
    { 'metadata.name': 'Sample' },
    [['metadata.name', invalid, 'a lowercase RFC 1123 subdomain']],
  ],
  [
    'another restart policy',
    { 'spec.restartPolicy': 'Once' },
    [['spec.restartPolicy', notSupported, 'supported values: "Always", "OnFailure", "Never"']],
  ],
  ['another way to look up names', { 'spec.dnsPolicy': 'Guess' }, [['spec.dnsPolicy', notSupported]]],
  [
    'no server for names',
    { 'spec.dnsPolicy': 'None' },
    [['spec.dnsConfig', required, 'must provide `dnsConfig` when `dnsPolicy` is None']],
  ],
  [
    'four servers for names',
    { 'spec.dnsConfig.nameservers': ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] },
    [
      [
        'spec.dnsConfig.nameservers',
        invalid,
        '[]string{"1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4"}: must not have more than 3 nameservers',
      ],
    ],
  ],
  [
    'a server for names that is a name',
    { 'spec.dnsConfig.nameservers': ['dns'] },
    [['spec.dnsConfig.nameservers[0]', invalid, 'must be valid IP address']],
  ],
  [
    'seven domains to search',
    { 'spec.dnsConfig.searches': [...'abcdefg'] },
    [['spec.dnsConfig.searches', invalid, 'must not have more than 6 search paths']],
  ],
  [
    'an option for names without one',
    { 'spec.dnsConfig.options': [{ value: '1' }] },
    [['spec.dnsConfig.options[0]', required]],
  ],
  ['a node with a bad name', { 'spec.nodeName': 'a b' }, [['spec.nodeName', invalid]]],
  ['a bad selector of nodes', { "spec.nodeSelector['a b']": 'c' }, [['spec.nodeSelector', invalid]]],
  ['a bad account', { 'spec.serviceAccountName': 'A' }, [['spec.serviceAccountName', invalid]]],
  ['a host name with a dot', { 'spec.hostname': 'a.b' }, [['spec.hostname', invalid]]],
  ['a bad subdomain', { 'spec.subdomain': 'a.b' }, [['spec.subdomain', invalid]]],
  [
    'a deadline of 0',
    { 'spec.activeDeadlineSeconds': 0 },
    [['spec.activeDeadlineSeconds', invalid, 'must be between 1 and 2147483647, inclusive']],
  ],
  ['another preemption', { 'spec.preemptionPolicy': 'Always' }, [['spec.preemptionPolicy', notSupported]]],
  [
    'an alias of no address',
    { 'spec.hostAliases': [{ ip: 'a', hostnames: ['b'] }] },
    [['spec.hostAliases.ip', invalid, 'must be valid IP address']],
  ],
  [
    'an alias with a bad name',
    { 'spec.hostAliases': [{ ip: '1.1.1.1', hostnames: ['B'] }] },
    [['spec.hostAliases.hostnames', invalid]],
  ],
  [
    'a gate with a bad name',
    { 'spec.readinessGates': [{ conditionType: 'a b' }] },
    [['spec.readinessGates[0].conditionType', invalid]],
  ],
  ['a group below 0', { 'spec.securityContext.fsGroup': -1 }, [['spec.securityContext.fsGroup', invalid]]],
  [
    'processes of the host and its own',
    { 'spec.hostPID': true, 'spec.shareProcessNamespace': true },
    [['spec.securityContext.shareProcessNamespace', invalid]],
  ],
  [
    'a switch with a bad name',
    { 'spec.securityContext.sysctls': [{ name: 'A..', value: '1' }] },
    [
      [
        'spec.securityContext.sysctls[0].name',
        invalid,
        'and match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*',
      ],
    ],
  ],
  [
    'a switch twice',
    { 'spec.securityContext.sysctls': [1, 2].map(() => ({ name: 'a', value: '1' })) },
    [['spec.securityContext.sysctls[1].name', duplicate]],
  ],
  [
    'another way to change groups',
    { 'spec.securityContext.fsGroupChangePolicy': 'Never' },
    [['spec.securityContext.fsGroupChangePolicy', notSupported]],
  ],
  [
    'a toleration of another effect',
    { 'spec.tolerations': [{ key: 'a', effect: 'Stay' }] },
    [['spec.tolerations[0].effect', notSupported]],
  ],
  [
    'a toleration without a key',
    { 'spec.tolerations': [{ value: 'a' }] },
    [['spec.tolerations[0].operator', invalid, 'operator must be Exists when `key` is empty']],
  ],
  [
    'a toleration of anything, with a value',
    { 'spec.tolerations': [{ key: 'a', operator: 'Exists', value: 'b' }] },
    [
      [
        'spec.tolerations[0].operator',
        invalid,
        'core.Toleration{Key:"a", Operator:"Exists", Value:"b", Effect:"", TolerationSeconds:(*int64)(nil)}: value must be empty when `operator` is',
      ],
    ],
  ],
  [
    'a toleration by another operator',
    { 'spec.tolerations': [{ key: 'a', operator: 'In', value: 'b' }] },
    [['spec.tolerations[0].operator', notSupported]],
  ],
  [
    'a toleration for a time of what is not thrown out',
    { 'spec.tolerations': [{ key: 'a', effect: 'NoSchedule', tolerationSeconds: 1 }] },
    [['spec.tolerations[0].effect', invalid]],
  ],
  [
    'an affinity to no nodes',
    { [affinity]: [] },
    [[affinity, required, 'must have at least one node selector term']],
  ],
  [
    'an affinity to one of none',
    { [affinity]: expressions({ key: 'a', operator: 'In' }) },
    [[`${affinity}[0].matchExpressions[0].values`, required]],
  ],
  [
    'an affinity to what is there, with values',
    { [affinity]: expressions({ key: 'a', operator: 'Exists', values: ['b'] }) },
    [[`${affinity}[0].matchExpressions[0].values`, forbidden]],
  ],
  [
    'an affinity to more than two',
    { [affinity]: expressions({ key: 'a', operator: 'Gt', values: ['1', '2'] }) },
    [[`${affinity}[0].matchExpressions[0].values`, required]],
  ],
  [
    'an affinity by another operator',
    { [affinity]: expressions({ key: 'a', operator: 'Like', values: ['1'] }) },
    [[`${affinity}[0].matchExpressions[0].operator`, invalid]],
  ],
  [
    'an affinity by another field',
    { [affinity]: [{ matchFields: [{ key: 'spec.x', operator: 'In', values: ['a'] }] }] },
    [[`${affinity}[0].matchFields[0].key`, invalid]],
  ],
  [
    'an affinity of no weight',
    {
      'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution': [
        { weight: 0, preference: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
      ],
    },
    [
      [
        'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight',
        invalid,
        'must be in the range 1-100',
      ],
    ],
  ],
  [
    'an affinity to pods without a topology',
    { [podAffinity]: [{ labelSelector: {} }] },
    [
      [`${podAffinity}[0].topologyKey`, required],
      [`${podAffinity}[0].topologyKey`, invalid],
    ],
  ],
  [
    'an affinity to pods of a bad namespace',
    { [podAffinity]: [{ topologyKey: 'a', namespaces: ['A'] }] },
    [[`${podAffinity}[0].namespace`, invalid]],
  ],
  [
    'an affinity to pods of weight 101',
    { [preferred]: [{ weight: 101, podAffinityTerm: { topologyKey: 'a' } }] },
    [[`${preferred}[0].weight`, invalid]],
  ],
  [
    'a spread of no skew',
    { 'spec.topologySpreadConstraints': [{ ...spread, maxSkew: 0 }] },
    [['spec.topologySpreadConstraints[0].maxSkew', invalid, 'must be greater than zero']],
  ],
  [
    'a spread without a topology',
    { 'spec.topologySpreadConstraints': [{ ...spread, topologyKey: '' }] },
    [['spec.topologySpreadConstraints[0].topologyKey', required]],
  ],
  [
    'a spread that does something else',
    { 'spec.topologySpreadConstraints': [{ ...spread, whenUnsatisfiable: 'Cry' }] },
    [['spec.topologySpreadConstraints[0].whenUnsatisfiable', notSupported]],
  ],
  [
    'a spread twice',
    { 'spec.topologySpreadConstraints': [spread, spread] },
    [['spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}', duplicate]],
  ],
  [
    'a mirror without a node',
    { "metadata.annotations['kubernetes.io/config.mirror']": 'a', 'spec.nodeName': undefined },
    [['metadata.annotations[kubernetes.io/config.mirror]', invalid]],
  ],
  [
    'a profile of no container',
    { "metadata.annotations['container.apparmor.security.beta.kubernetes.io/other']": 'unconfined' },
    [
      [
        'metadata.annotations[container.apparmor.security.beta.kubernetes.io/other]',
        invalid,
        'container not found',
      ],
    ],
  ],
  [
    'a profile that is none in an annotation',
    { "metadata.annotations['seccomp.security.alpha.kubernetes.io/pod']": 'strict' },
    [
      [
        'metadata.annotations.seccomp.security.alpha.kubernetes.io/pod',
        invalid,
        'must be a valid seccomp profile',
      ],
    ],
  ],
  [
    'tolerations in an annotation that are none',
    { "metadata.annotations['scheduler.alpha.kubernetes.io/tolerations']": '[{"key":1}]' },
    [
      [
        'metadata.annotations',
        invalid,
        'json: cannot unmarshal number into Go struct field Toleration.Key of type string',
      ],
    ],
  ],
  [
    'a class of runtime with a bad name',
    { 'spec.runtimeClassName': 'A' },
    [['spec.runtimeClassName', invalid]],
  ],
  [
    'a class of priority with a bad name',
    { 'spec.priorityClassName': 'A' },
    [['spec.priorityClassName', invalid]],
  ],
];

const onlyFour = 'pod updates may not change fields other than';

describeInvalid([
  {
    apiVersions: ['v1'],
    kind: 'Pod',
    create: [...containerRows, ...volumeRows, ...podRows],
    update: [
      ['another command', { [`${c}.command`]: ['a'] }, [['spec', forbidden, onlyFour]]],
      ['another node', { 'spec.nodeName': 'other' }, [['spec', forbidden, onlyFour]]],
      ['another restart policy', { 'spec.restartPolicy': 'Never' }, [['spec', forbidden, onlyFour]]],
      [
        'one more container',
        { 'spec.containers[1]': { name: 'b', image: 'i' } },
        [['spec.containers', forbidden, 'pod updates may not add or remove containers']],
      ],
      ['no image', { [`${c}.image`]: '' }, [[`${c}.image`, required]]],
      ['a deadline of 0', { 'spec.activeDeadlineSeconds': 0 }, [['spec.activeDeadlineSeconds', invalid]]],
      [
        'another uid',
        { 'metadata.uid': 'other' },
        { code: 409, message: /UID in precondition: other, UID in object meta: / },
      ],
      [
        'another name',
        { 'metadata.name': 'other' },
        { code: 400, message: 'the name of the object .* does not match the name on the URL' },
      ],
      [
        'another resource version',
        { 'metadata.resourceVersion': '1' },
        { code: 409, message: 'the object has been modified' },
      ],
    ],
    status: [
      [
        'an address that is none',
        { 'status.podIPs': [{ ip: 'a' }], 'status.podIP': 'a' },
        [['status.podIPs[0]', invalid]],
      ],
      ['a bad name of a node', { 'status.nominatedNodeName': 'A' }, [['status.nominatedNodeName', invalid]]],
      [
        'a condition with a bad name',
        { 'status.conditions': [{ type: 'a b', status: 'True' }] },
        [['metadata.conditions[0].Type', invalid]],
      ],
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'PodTemplate',
    create: [
      ['no containers', { 'template.spec.containers': [] }, [['template.spec.containers', required]]],
      [
        'a container without an image',
        { 'template.spec.containers[0].image': '' },
        [['template.spec.containers[0].image', required]],
      ],
      ['a bad label', { 'template.metadata.labels.a': 'b c' }, [['template.labels', invalid]]],
      [
        'an ephemeral container',
        { 'template.spec.ephemeralContainers': [{ name: 'e', image: 'i' }] },
        [
          [
            'template.spec.ephemeralContainers',
            forbidden,
            'ephemeral containers not allowed in pod template',
          ],
        ],
      ],
    ],
    update: [
      [
        'another restart policy',
        { 'template.spec.restartPolicy': 'Once' },
        [['template.spec.restartPolicy', notSupported]],
      ],
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'ReplicationController',
    create: [
      [
        'fewer than none',
        { 'spec.replicas': -1 },
        [['spec.replicas', invalid, 'must be greater than or equal to 0']],
      ],
      ['a time before 0', { 'spec.minReadySeconds': -1 }, [['spec.minReadySeconds', invalid]]],
      ['no template', { 'spec.template': undefined }, [['spec.template', required]]],
      [
        'labels that it does not select',
        { 'spec.selector': { app: 'other' } },
        [['spec.template.metadata.labels', invalid, '`selector` does not match template `labels`']],
      ],
      [
        'pods that end',
        { 'spec.template.spec.restartPolicy': 'Never' },
        [['spec.template.spec.restartPolicy', notSupported, 'supported values: "Always"']],
      ],
      [
        'pods with a deadline',
        { 'spec.template.spec.activeDeadlineSeconds': 5 },
        [
          [
            'spec.template.spec.activeDeadlineSeconds',
            forbidden,
            'activeDeadlineSeconds in ReplicationController is not Supported',
          ],
        ],
      ],
      [
        'one disk written by two',
        {
          'spec.replicas': 2,
          'spec.template.spec.volumes': [{ name: 'v', gcePersistentDisk: { pdName: 'd' } }],
        },
        [['spec.template.spec.volumes[0].gcePersistentDisk.readOnly', invalid]],
      ],
    ],
    update: [['a selector of nothing', { 'spec.replicas': -5 }, [['spec.replicas', invalid]]]],
    status: [
      [
        'more ready than there are',
        { 'status.replicas': 1, 'status.readyReplicas': 2 },
        [['status.readyReplicas', invalid, 'cannot be greater than status.replicas']],
      ],
      [
        'less than none',
        { 'status.replicas': -1 },
        [
          ['status.replicas', invalid],
          // None of them is more than less than none.
          ['status.fullyLabeledReplicas', invalid],
          ['status.readyReplicas', invalid],
          ['status.availableReplicas', invalid],
        ],
      ],
    ],
  },
]);
