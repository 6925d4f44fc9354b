import type { VersionRules } from '../../../registry/kind-rules.ts';
import { takeLabelsFromTemplate } from '../../shared/template-labels.ts';

/** `apps/v1beta1` */
export const firstAppsVersion: VersionRules = { applyDefaults: takeLabelsFromTemplate };
