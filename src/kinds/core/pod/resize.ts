import { copyJson } from '../../../api/codec/copy-json.ts';
import type { CoreV1Container, CoreV1Pod } from '../../../api/schema/types.gen.ts';
import type { PartRules } from '../../../registry/subresource-rules.ts';
import { dropDisabledPodFields, podFeatures } from '../../shared/pod-spec/index.ts';
import { keepMetadata } from './ephemeral-containers.ts';
import { validateResize } from './resize-validation.ts';
import type { PodRules } from './validation.ts';

type Lists = readonly ('containers' | 'initContainers')[];

/** The subresource `resize`, through which containers that run get more or less of what they need. */
export function resize(rules: PodRules): PartRules<CoreV1Pod> {
  const { since33 } = podFeatures(rules.gates);
  const resizesPods = rules.gates.isOn('InPlacePodLevelResourcesVerticalScaling');
  const lists: Lists = since33 ? ['containers', 'initContainers'] : ['containers'];
  return {
    type: 'part',
    verbs: ['get', 'patch', 'update'],
    countsGeneration: true,
    prepareForUpdate(pod, old) {
      const { spec } = pod;
      keepMetadata(pod, old);
      pod.status = old.status;
      pod.spec = copyJson(old.spec);
      for (const list of lists) {
        const containers = resized(spec[list], old.spec[list]);
        if (containers === undefined) delete pod.spec[list];
        else pod.spec[list] = containers;
      }
      if (resizesPods) {
        if (spec.resources === undefined) delete pod.spec.resources;
        else pod.spec.resources = spec.resources;
      }
      if (!since33 && JSON.stringify(pod.spec) !== JSON.stringify(old.spec)) {
        pod.status = { ...old.status, resize: 'Proposed' };
      }
      dropDisabledPodFields(pod.spec, rules, old.spec);
    },
    validateUpdate: (pod, old) => validateResize(pod, old, rules),
  };
}

type Containers = readonly CoreV1Container[] | null | undefined;

/** The stored containers with the resources that are asked for. One that has no counterpart is left to validation. */
function resized(containers: Containers, old: Containers): CoreV1Container[] | undefined {
  return containers?.map((container, index) => {
    const before = old?.[index];
    if (before?.name !== container.name) return container;
    const { resources, resizePolicy } = container;
    const merged = { ...copyJson(before), resources };
    if (resizePolicy === undefined) delete merged.resizePolicy;
    else merged.resizePolicy = resizePolicy;
    return merged;
  });
}
