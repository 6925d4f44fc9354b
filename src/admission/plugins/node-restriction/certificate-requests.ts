import type { Lister, Objects } from '../../../api/meta/lister.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { conflict, notFoundError } from '../../../api/meta/status.ts';
import type {
  CertificatesV1beta1PodCertificateRequestSpec,
  CoreV1Pod,
} from '../../../api/schema/types.gen.ts';
import { goQuote } from '../../../util/quote.ts';
import type { PluginDependencies } from '../../descriptor.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import { entryOf, objectOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import type { NodeRule } from './rule.ts';

/** A node asks for a certificate for a pod that runs on it, by the names and uids that all have now. */
export function certificateRequestRule({ objects, dialect, gates }: PluginDependencies): NodeRule {
  const isOn = gates.isOn('PodCertificateRequest');
  const mirror = `${dialect.label}/config.mirror`;
  const finders = {
    pods: finderOf<CoreV1Pod>(objects, 'pods'),
    nodes: finderOf<ApiObject>(objects, 'nodes'),
    accounts: finderOf<ApiObject>(objects, 'serviceaccounts'),
  };
  return async (node, attributes) => {
    if (attributes.operation !== 'CREATE' || attributes.subresource !== '') return;
    if (!isOn) throw forbidden(attributes, 'PodCertificateRequest feature gate is disabled');
    const { spec } = objectOf<ApiObject & { spec: CertificatesV1beta1PodCertificateRequestSpec }>(attributes);
    const { namespace } = attributes;
    const { podName, nodeName, serviceAccountName } = spec;
    if (nodeName !== node)
      throw forbidden(
        attributes,
        `PodCertificateRequest.Spec.NodeName=${goQuote(nodeName)}, which is not the requesting node ${goQuote(node)}`,
      );
    checkUid(attributes, 'node', spec.nodeUID, await finders.nodes('', nodeName), podName);
    const pod = await finders.pods(namespace, podName);
    checkUid(attributes, 'pod', spec.podUID, pod, podName);
    checkPod(attributes, spec, pod, mirror);
    const account = await finders.accounts(namespace, serviceAccountName);
    checkUid(attributes, 'service account', spec.serviceAccountUID, account, podName);
  };
}

function checkPod(
  attributes: AdmissionAttributes,
  { podName, nodeName, serviceAccountName }: CertificatesV1beta1PodCertificateRequestSpec,
  { spec, metadata }: CoreV1Pod,
  mirror: string,
): void {
  const pod = goQuote(podName);
  if (spec.nodeName !== nodeName)
    throw forbidden(
      attributes,
      `pod ${pod} is not running on node ${goQuote(nodeName)} named in the PodCertificateRequest`,
    );
  if (entryOf(metadata.annotations, mirror) !== undefined)
    throw forbidden(attributes, `pod ${pod} is a mirror pod`);
  if (spec.serviceAccountName === serviceAccountName) return;
  const [asked, running] = [serviceAccountName, spec.serviceAccountName ?? ''].map(goQuote);
  throw forbidden(
    attributes,
    `PodCertificateRequest for pod ${pod} contains serviceAccountName (${asked}) that differs from running pod (${running})`,
  );
}

function checkUid(
  { group, resource, name }: AdmissionAttributes,
  what: string,
  asked: string,
  { metadata: { uid = '' } }: { metadata: { uid?: string } },
  pod: string,
): void {
  if (asked === uid) return;
  const of = what === 'pod' ? 'running pod' : what;
  const why = `PodCertificateRequest for pod ${goQuote(pod)} contains ${what} UID (${goQuote(asked)}) which differs from ${of} ${goQuote(uid)}`;
  throw conflict({ group, resource }, name, why);
}

type Find<T> = (namespace: string, name: string) => Promise<T>;

/** The caches may lack what was made a moment ago. */
function finderOf<T>(objects: Objects, resource: string): Find<T> {
  const type = { group: '', resource };
  const lister: Lister<T> = objects.lister<T>(type);
  return async (namespace, name) => {
    const found = lister.get(namespace, name) ?? (await lister.getFresh(namespace, name));
    if (found === undefined) throw notFoundError(type, name);
    return found;
  };
}
