import type { PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { forbidden } from './shared/refusals.ts';

export const alwaysAdmit: PluginDescriptor = {
  name: 'AlwaysAdmit',
  onByDefault: false,
  flags: [],
  create: async () => ({ handles: () => false }),
};

export const alwaysDeny: PluginDescriptor = {
  name: 'AlwaysDeny',
  onByDefault: false,
  flags: [],
  create: async () => ({ handles: () => true, admit: deny, validate: deny }),
};

function deny(attributes: AdmissionAttributes): never {
  throw forbidden(attributes, 'admission control is denying all modifications');
}
