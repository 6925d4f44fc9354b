import type {
  CoreV1PodTemplateSpec,
  MetaV1LabelSelector,
  MetaV1ObjectMeta,
} from '../../api/schema/types.gen.ts';

interface Templated {
  metadata: MetaV1ObjectMeta;
  spec: { selector?: MetaV1LabelSelector | null; template: CoreV1PodTemplateSpec };
}

/** Default of the beta versions: selector and labels are those of the pod template. */
export function takeLabelsFromTemplate({ metadata, spec }: Templated): void {
  const { labels } = spec.template.metadata;
  if (labels === undefined) return;
  spec.selector ??= { matchLabels: { ...labels } };
  metadata.labels ??= { ...labels };
}
