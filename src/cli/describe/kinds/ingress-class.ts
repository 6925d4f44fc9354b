import type { NetworkingV1IngressClass } from '../../../api/schema/types.gen.ts';
import type { Describer } from '../describer.ts';

export const ingressClass: Describer<NetworkingV1IngressClass> = {
  describe(to, { metadata, spec }) {
    to.head(metadata);
    to.field(0, 'Controller', spec.controller);
    if (spec.parameters === undefined) return;
    const { apiGroup, kind, name } = spec.parameters;
    to.line(0, 'Parameters:');
    if (apiGroup != null) to.field(1, 'APIGroup', apiGroup);
    to.field(1, 'Kind', kind);
    to.field(1, 'Name', name);
  },
};
