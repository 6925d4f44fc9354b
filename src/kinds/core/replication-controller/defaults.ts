import type { CoreV1ReplicationController } from '../../../api/schema/types.gen.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';

/** The labels of the template stand in for the selector and for labels of its own. */
export function applyDefaults(controller: CoreV1ReplicationController, api: ServedApi): void {
  const { metadata, spec } = controller;
  if (spec.template === undefined) return;
  const { labels } = spec.template.metadata;
  if (labels !== undefined) {
    if (isEmpty(spec.selector)) spec.selector = { ...labels };
    if (isEmpty(metadata.labels)) metadata.labels = { ...labels };
  }
  applyPodTemplateDefaults(spec.template, api);
}

const isEmpty = (map: object = {}): boolean => Object.keys(map).length === 0;
