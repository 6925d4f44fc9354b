import type { CoreV1Container } from '../../../api/schema/types.gen.ts';
import { roundUpToMilli } from '../resources/quantities.ts';
import { imageTag } from './image-tag.ts';

export function applyContainerDefaults(container: CoreV1Container): void {
  container.imagePullPolicy ??= imageTag(container.image ?? '') === 'latest' ? 'Always' : 'IfNotPresent';
  roundUpToMilli(container.resources.limits, container.resources.requests);
}
