import type { VersionRules } from '../../../registry/kind-rules.ts';
import { takeLabelsFromTemplate } from '../../shared/template-labels.ts';

/** `extensions/v1beta1` has the same shape. */
export const extensionsVersion: VersionRules = { applyDefaults: takeLabelsFromTemplate };
