import type { NetworkingV1NetworkPolicy } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { type Description, orNone, plainTimeText } from '../../shared/description/description.ts';
import type { Describer } from '../describer.ts';

type Spec = NonNullable<NetworkingV1NetworkPolicy['spec']>;
type Ingress = NonNullable<Spec['ingress']>[number];
type Ports = NonNullable<Ingress['ports']>;
type Peer = NonNullable<Ingress['from']>[number];

export const networkPolicy: Describer<NetworkingV1NetworkPolicy> = {
  hidesEvents: true,
  describe(to, { metadata, spec }) {
    const { podSelector, policyTypes = [], ingress = [], egress = [] } = spec;
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Namespace', metadata.namespace);
    to.field(0, 'Created on', plainTimeText(metadata.creationTimestamp));
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    to.line(0, 'Spec:');
    const selected = labelSelectorText(podSelector);
    const all = '<none> (Allowing the specific traffic to all pods in this namespace)';
    to.line(1, `PodSelector:     ${selected === '<none>' ? all : selected}`);
    describeDirection(to, 'ingress', policyTypes.includes('Ingress'), ingress.map(ruleFrom));
    describeDirection(to, 'egress', policyTypes.includes('Egress'), egress.map(ruleTo));
    to.line(1, `Policy Types: ${orNone(policyTypes.join(', '))}`);
  },
};

/** A rule in either direction. */
interface Rule {
  ports: Ports;
  peers: readonly Peer[];
  preposition: 'From' | 'To';
  /** The text for traffic that is not restricted, where there are no peers. */
  otherEnd: string;
}

const ruleFrom = ({ ports = [], from = [] }: Ingress): Rule => ({
  ports,
  peers: from,
  preposition: 'From',
  otherEnd: 'source',
});

const ruleTo = ({ ports = [], to = [] }: NonNullable<Spec['egress']>[number]): Rule => ({
  ports,
  peers: to,
  preposition: 'To',
  otherEnd: 'destination',
});

function describeDirection(to: Description, name: string, isAffected: boolean, rules: readonly Rule[]): void {
  if (!isAffected) return to.line(1, `Not affecting ${name} traffic`);
  to.line(1, `Allowing ${name} traffic:`);
  if (rules.length === 0) to.line(2, `<none> (Selected pods are isolated for ${name} connectivity)`);
  rules.forEach(({ ports, peers, preposition, otherEnd }, index) => {
    if (index > 0) to.line(2, '----------');
    if (ports.length === 0) to.line(2, 'To Port: <any> (traffic allowed to all ports)');
    for (const port of ports) to.line(2, portText(port));
    if (peers.length === 0) to.line(2, `${preposition}: <any> (traffic not restricted by ${otherEnd})`);
    for (const peer of peers) {
      to.line(2, `${preposition}:`);
      describePeer(to, peer);
    }
  });
}

/** A rule without a port is for all of the protocol; other clients print `<nil>` for it. */
function portText({ port, endPort, protocol = 'TCP' }: Ports[number]): string {
  if (endPort === undefined) return `To Port: ${port ?? '<nil>'}/${protocol}`;
  return `To Port Range: ${port}-${endPort}/${protocol}`;
}

function describePeer(to: Description, { namespaceSelector, podSelector, ipBlock }: Peer): void {
  if (namespaceSelector !== undefined) {
    to.line(3, `NamespaceSelector: ${labelSelectorText(namespaceSelector)}`);
  }
  if (podSelector !== undefined) to.line(3, `PodSelector: ${labelSelectorText(podSelector)}`);
  if (ipBlock === undefined) return;
  to.line(3, 'IPBlock:');
  to.line(4, `CIDR: ${ipBlock.cidr}`);
  to.line(4, `Except: ${(ipBlock.except ?? []).join(', ')}`);
}
