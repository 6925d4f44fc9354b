import { authenticatedGroup } from '../../api/meta/user.ts';
import { controllerRules } from './controller-roles.ts';
import { laterControllers } from './later-controller-roles.ts';
import { account, type BindingEntry, group, type Life, type SubjectEntry, user } from './notation.ts';

const everybodyKnown = group(authenticatedGroup);
const scheduler = user('system:{prefix}-scheduler');

/** To whom the cluster roles are given; the binding is called as the role. */
const subjects: Readonly<Record<string, readonly SubjectEntry[]>> = {
  'cluster-admin': [group('system:masters')],
  'system:monitoring': [group('system:monitoring')],
  'system:discovery': [everybodyKnown],
  'system:basic-user': [everybodyKnown],
  'system:public-info-viewer': [everybodyKnown, group('system:unauthenticated')],
  'system:node-proxier': [user('system:{prefix}-proxy')],
  'system:{prefix}-controller-manager': [user('system:{prefix}-controller-manager')],
  'system:{prefix}-scheduler': [scheduler],
  'system:volume-scheduler': [scheduler],
  'system:{prefix}-dns': [account('{prefix}-dns')],
  // Nodes have their own mode; what this role gives to whom is up to the operator.
  'system:node': [],
  'system:service-account-issuer-discovery': [group('system:serviceaccounts')],
};

const controllers: readonly ({ name: string } & Life)[] = [
  ...Object.keys(controllerRules).map((name) => ({ name })),
  ...laterControllers,
];

const binding = (name: string, given: readonly SubjectEntry[], life: Life = {}): BindingEntry => ({
  since: life.since,
  until: life.until,
  gate: life.gate,
  namespace: '',
  name,
  role: name,
  subjects: given,
});

export const clusterBindings: readonly BindingEntry[] = [
  ...Object.entries(subjects).map(([name, given]) => binding(name, given)),
  binding('system:cluster-trust-bundle-discovery', [group('system:serviceaccounts')], {
    since: '1.27',
    gate: 'ClusterTrustBundle',
  }),
  ...controllers.map((one) => binding(`system:controller:${one.name}`, [account(one.name)], one)),
];
