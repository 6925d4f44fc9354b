import type { StructSchema } from '../../api/schema/schema.ts';

/** A discriminator: the field that selects a member of the union. */
export interface Union {
  discriminator?: string;
  /** Fields, by what the discriminator says when they count. */
  'fields-to-discriminateBy': Readonly<Record<string, string>>;
}

const subject: Union = {
  discriminator: 'kind',
  'fields-to-discriminateBy': { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' },
};
const priorityLevel: Union = {
  discriminator: 'type',
  'fields-to-discriminateBy': { exempt: 'Exempt', limited: 'Limited' },
};
const limitResponse: Union = {
  discriminator: 'type',
  'fields-to-discriminateBy': { queuing: 'Queuing' },
};
const localProfile: Union = {
  discriminator: 'type',
  'fields-to-discriminateBy': { localhostProfile: 'LocalhostProfile' },
};

/** Without a discriminator: what is given selects itself. */
const podGroup: Union = { 'fields-to-discriminateBy': { podGroupName: 'PodGroupName' } };
const schedulingPolicy: Union = { 'fields-to-discriminateBy': { basic: 'Basic', gang: 'Gang' } };
const templateReference: Union = { 'fields-to-discriminateBy': { workload: 'Workload' } };

/** The unions that are in one group alone, by message. */
const unions: Readonly<Record<string, Union>> = {
  'core.v1.SeccompProfile': localProfile,
  'core.v1.AppArmorProfile': localProfile,
  'core.v1.PodSchedulingGroup': podGroup,
  'scheduling.v1alpha2.PodGroupSchedulingPolicy': schedulingPolicy,
  'scheduling.v1alpha2.PodGroupTemplateReference': templateReference,
};

/** The union of a message, with the fields that it has in the release. */
export function unionOf({ name, byName }: Pick<StructSchema, 'name' | 'byName'>): Union | undefined {
  const union = declaredUnion(name);
  if (union === undefined) return undefined;
  const { 'fields-to-discriminateBy': fields } = union;
  const present = Object.entries(fields).filter(([field]) => byName.get(field) !== undefined);
  return { ...union, 'fields-to-discriminateBy': Object.fromEntries(present) };
}

function declaredUnion(message: string): Union | undefined {
  const [group, , name] = message.split('.');
  if (group !== 'flowcontrol') return Object.hasOwn(unions, message) ? unions[message] : undefined;
  switch (name) {
    case 'Subject':
      return subject;
    case 'PriorityLevelConfigurationSpec':
      return priorityLevel;
    case 'LimitResponse':
      return limitResponse;
    default:
      return undefined;
  }
}
