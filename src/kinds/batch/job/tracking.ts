import type { Dialect } from '../../../api/meta/dialect.ts';

/** Says that the controller counts pods by finalizers, as it does for new jobs from 1.25 on and for all later. */
export const trackingAnnotation = ({ label }: Dialect): string => `batch.${label}/job-tracking`;
