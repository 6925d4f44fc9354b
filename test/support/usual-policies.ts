import type { ApiObject } from '../../src/api/meta/metadata.ts';

const container = { name: 'c', image: 'registry.example/a:1' };
const pod = (spec: object = {}, metadata: object = {}): ApiObject =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default', labels: { team: 'a' }, ...metadata },
    spec: { containers: [container], ...spec },
  }) as ApiObject;
const withContainer = (fields: object): ApiObject => pod({ containers: [{ ...container, ...fields }] });

/** A policy about new pods: with pods that pass, and those that are refused with the words in which they are. */
export interface UsualPolicy {
  readonly name: string;
  readonly spec: object;
  readonly passes: readonly ApiObject[];
  readonly refused: readonly (readonly [ApiObject, string])[];
}

const all = 'object.spec.containers + object.spec.?initContainers.orValue([])';

/** Ten policies as clusters have them. */
export const usualPolicies: readonly UsualPolicy[] = [
  {
    name: 'allowed registries',
    spec: {
      variables: [
        { name: 'registries', expression: "['registry.example/', 'mirror.example/']" },
        { name: 'containers', expression: all },
        {
          name: 'others',
          expression:
            'variables.containers.filter(c, !variables.registries.exists(r, c.image.startsWith(r))).map(c, c.name)',
        },
      ],
      validations: [
        {
          expression: 'variables.others.size() == 0',
          messageExpression: "'images of other registries: ' + variables.others.join(', ')",
        },
      ],
    },
    passes: [pod(), pod({ initContainers: [{ name: 'i', image: 'mirror.example/b' }] })],
    refused: [
      [withContainer({ image: 'docker.example/x' }), 'images of other registries: c'],
      [
        pod({
          initContainers: [
            { name: 'i', image: 'x' },
            { name: 'j', image: 'y' },
          ],
        }),
        'images of other registries: i, j',
      ],
    ],
  },
  {
    name: 'no privileged containers',
    spec: {
      validations: [
        {
          expression: `(${all}).all(c, !c.?securityContext.?privileged.orValue(false))`,
          message: 'containers must not be privileged',
        },
      ],
    },
    passes: [pod(), withContainer({ securityContext: { privileged: false } })],
    refused: [
      [withContainer({ securityContext: { privileged: true } }), 'containers must not be privileged'],
    ],
  },
  {
    name: 'required labels',
    spec: {
      validations: [
        {
          expression:
            "['team'].all(l, l in object.metadata.?labels.orValue({}) && object.metadata.labels[l].matches('^[a-z]+$'))",
          message: 'a label team of small letters is required',
          reason: 'Forbidden',
        },
      ],
    },
    passes: [pod()],
    refused: [
      [pod({}, { labels: {} }), 'a label team of small letters is required'],
      [pod({}, { labels: { team: 'A1' } }), 'a label team of small letters is required'],
    ],
  },
  {
    name: 'no latest images',
    spec: {
      validations: [
        {
          expression: "object.spec.containers.all(c, c.image.contains(':') && !c.image.endsWith(':latest'))",
          message: 'images need a tag that stays',
        },
      ],
    },
    passes: [pod()],
    refused: [
      [withContainer({ image: 'registry.example/a:latest' }), 'images need a tag that stays'],
      [withContainer({ image: 'registry.example/a' }), 'images need a tag that stays'],
    ],
  },
  {
    name: 'limits of memory',
    spec: {
      validations: [
        {
          expression:
            "object.spec.containers.all(c, quantity(c.?resources.?limits[?'memory'].orValue('1Ti')).isLessThan(quantity('4Gi')))",
          message: 'memory has to be limited to less than 4Gi',
        },
      ],
    },
    passes: [withContainer({ resources: { limits: { memory: '512Mi' } } })],
    refused: [
      [pod(), 'memory has to be limited to less than 4Gi'],
      [
        withContainer({ resources: { limits: { memory: '4Gi' } } }),
        'memory has to be limited to less than 4Gi',
      ],
    ],
  },
  {
    name: 'nothing of the host',
    spec: {
      validations: [
        { expression: '!object.spec.?hostNetwork.orValue(false)', message: 'no network of the host' },
        {
          expression: '!object.spec.?volumes.orValue([]).exists(v, has(v.hostPath))',
          message: 'no folders of the host',
        },
      ],
    },
    passes: [pod({ volumes: [{ name: 'e', emptyDir: {} }] })],
    refused: [
      [pod({ hostNetwork: true }), 'no network of the host'],
      [pod({ volumes: [{ name: 'h', hostPath: { path: '/' } }] }), 'no folders of the host'],
    ],
  },
  {
    name: 'no root',
    spec: {
      validations: [
        {
          expression:
            'object.spec.containers.all(c, c.?securityContext.?runAsNonRoot.orValue(object.spec.?securityContext.?runAsNonRoot.orValue(false)))',
          message: 'containers must not run as root',
        },
      ],
    },
    passes: [pod({ securityContext: { runAsNonRoot: true } })],
    refused: [[pod(), 'containers must not run as root']],
  },
  {
    name: 'names of service accounts',
    spec: {
      matchConditions: [{ name: 'named', expression: 'has(object.spec.serviceAccountName)' }],
      validations: [
        {
          expression: "object.spec.serviceAccountName != 'default'",
          messageExpression: "'the account of ' + request.namespace + ' is not for pods'",
        },
      ],
    },
    passes: [pod(), pod({ serviceAccountName: 'web' })],
    refused: [[pod({ serviceAccountName: 'default' }), 'the account of default is not for pods']],
  },
  {
    name: 'capabilities',
    spec: {
      validations: [
        {
          expression:
            "object.spec.containers.all(c, sets.contains(['NET_BIND_SERVICE'], c.?securityContext.?capabilities.?add.orValue([])))",
          message: 'only NET_BIND_SERVICE may be added',
        },
      ],
    },
    passes: [pod(), withContainer({ securityContext: { capabilities: { add: ['NET_BIND_SERVICE'] } } })],
    refused: [
      [
        withContainer({ securityContext: { capabilities: { add: ['SYS_ADMIN'] } } }),
        'only NET_BIND_SERVICE may be added',
      ],
    ],
  },
  {
    name: 'probes of long running pods',
    spec: {
      variables: [{ name: 'isLong', expression: "object.spec.?restartPolicy.orValue('Always') == 'Always'" }],
      validations: [
        {
          expression: '!variables.isLong || object.spec.containers.all(c, has(c.readinessProbe))',
          message: 'a readinessProbe is required',
        },
      ],
    },
    passes: [pod({ restartPolicy: 'Never' }), withContainer({ readinessProbe: { tcpSocket: { port: 80 } } })],
    refused: [[pod(), 'a readinessProbe is required']],
  },
];

/** The pods that these policies are asked about. */
export const matchConstraints = {
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
};
